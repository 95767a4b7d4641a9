// Contexts, devices, and what needs no object.
using System;
using System.Runtime.InteropServices;

namespace Throng
{
    /// Unity's ahead-of-time compiler looks for an attribute of this name on methods that C calls.
    [AttributeUsage(AttributeTargets.Method)]
    sealed class MonoPInvokeCallbackAttribute : Attribute
    {
        public MonoPInvokeCallbackAttribute(Type type)
        {
            Type = type;
        }

        public Type Type { get; private set; }
    }

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    delegate void LogFunction(IntPtr user, LogLevel level, IntPtr message);

    public sealed partial class Context
    {
        static readonly LogFunction log = Log; // kept from the collector as long as C may call it

        /// <summary>A context with the library's defaults.</summary>
        public Context() : this(ContextDef.Default) {}

        /// <summary>
        /// Does what throng_context_create() does. The logger is called after the call that caused the message, and may
        /// use the context. Other hooks of the def are pointers to functions of C, which are taken as they are.
        /// </summary>
        public unsafe Context(ContextDef def, Action<LogLevel, string> logger = null, string device = null,
            string cache = null)
            : base(new Core(logger), "context")
        {
            // freed with the handle; weak, as a logger may refer to who has the context
            GCHandle self = GCHandle.Alloc(core, GCHandleType.WeakTrackResurrection);
            IntPtr made = IntPtr.Zero;
            DefTexts texts = new DefTexts();
            try {
                Library.CheckVersion();
                texts.Fill(ref def, self, device, cache);
                Status status = Native.throng_context_create(&def, &made);
                if (status == Status.Ok) {
                    core.Context = made;
                    handle = new ObjectHandle(core, made, new ObjectHandle[0], Native.throng_context_destroy);
                    handle.Ended = self.Free;
                }
                core.Deliver();
                Check(status);
            } catch {
                if (handle != null)
                    handle.Dispose(); // one whose logger throws is nobody's
                throw;
            } finally {
                texts.Free();
                if (handle == null)
                    self.Free();
            }
        }

        /// Texts of a def, which the library reads while it makes a context.
        struct DefTexts
        {
            IntPtr device, cache;

            /// Messages go to a core.
            internal void Fill(ref ContextDef def, GCHandle core, string device, string cache)
            {
                def.device = this.device = Text.ToC(device, "device");
                def.cache = this.cache = Text.ToC(cache, "cache");
                def.logger.log = Marshal.GetFunctionPointerForDelegate(log);
                def.logger.user = GCHandle.ToIntPtr(core);
            }

            internal void Free()
            {
                Marshal.FreeHGlobal(device);
                Marshal.FreeHGlobal(cache);
            }
        }

        [MonoPInvokeCallback(typeof(LogFunction))]
        static void Log(IntPtr user, LogLevel level, IntPtr message)
        {
            Core core = (Core)GCHandle.FromIntPtr(user).Target;
            if (core == null)
                return;
            string text = Text.Of(message);
            if (level == LogLevel.Error)
                core.Failure = text;
            if (core.Logger != null)
                core.Messages.Enqueue(new System.Collections.Generic.KeyValuePair<LogLevel, string>(level, text));
        }

        /// <summary>Ends the context and all objects that were made on it.</summary>
        public override void Dispose()
        {
            if (core.Closed)
                return;
            lock (Gate)
                core.Closed = true;
            foreach (ObjectHandle each in core.Live())
                each.Dispose();
            base.Dispose();
        }

        /// <summary>Measures the cost of frames on both backends: throng_calibrate().</summary>
        public unsafe CalibrateReport Calibrate(CalibrateDef def)
        {
            CalibrateReport report;
            try { Check(Native.throng_calibrate(Begin(), &def, &report)); } finally { End(); }
            return report;
        }

        /// <summary>The OpenCL devices of this machine: throng_devices().</summary>
        public static unsafe DeviceInfo[] Devices(string cache = null)
        {
            Core core = new Core(null);
            GCHandle self = GCHandle.Alloc(core);
            DeviceInfo[] devices = new DeviceInfo[0];
            ContextDef def = ContextDef.Default;
            DefTexts texts = new DefTexts();
            try {
                texts.Fill(ref def, self, null, cache);
                for (int pass = 0; pass < 2; pass++) { // the first one counts them
                    int count = 0;
                    fixed (DeviceInfo* first = devices) {
                        Status status = Native.throng_devices(&def, first, devices.Length, &count);
                        if (status != Status.Ok)
                            throw core.Error(status);
                    }
                    if (pass == 0)
                        devices = new DeviceInfo[count];
                }
            } finally {
                texts.Free();
                self.Free();
            }
            return devices;
        }
    }

    /// <summary>What needs no object.</summary>
    public static class Library
    {
        /// <summary>Version of the library that runs, for example "0.2.0".</summary>
        public static string Version
        {
            get { return Text.Of(Native.throng_version()); }
        }

        /// <summary>Short English name of a status.</summary>
        public static string NameOf(Status status)
        {
            return Text.Of(Native.throng_status_string(status));
        }

        /// <summary>Name of a backend, or null for any other number.</summary>
        public static string NameOf(Backend backend)
        {
            return Text.Of(Native.throng_backend_name(backend));
        }

        /// <summary>Name of an instruction set, or null for any other number.</summary>
        public static string NameOf(Isa isa)
        {
            return Text.Of(Native.throng_isa_name(isa));
        }

        /// <summary>Name of an operation in files of costs, or null for any other number.</summary>
        public static string NameOf(Operation operation)
        {
            return Text.Of(Native.throng_operation_name(operation));
        }

        /// <summary>Name of the end of a path, or null for any other number.</summary>
        public static string NameOf(TraceStatus status)
        {
            return Text.Of(Native.throng_trace_status_name(status));
        }

        /// <summary>Whether the library has this instruction set and the processor runs it.</summary>
        public static bool IsAvailable(Isa isa)
        {
            return Native.throng_isa_available(isa) == 1;
        }

        static bool fits; // as is known already

        /// <summary>Throws if the library has other structs than this package was made for.</summary>
        public static void CheckVersion()
        {
            if (fits)
                return;
            if (IntPtr.Size != 8)
                throw new PlatformNotSupportedException("throng's structs are laid out for processes of 64 bits; this one has "
                    + 8 * IntPtr.Size);
            string wanted = Constants.VersionMajor + "." + Constants.VersionMinor;
            // With 0 in front, another minor version may have other structs.
            if (!Version.StartsWith(wanted + ".", StringComparison.Ordinal))
                throw new DllNotFoundException("throng's library is version " + Version + "; this package is made for " + wanted);
            fits = true;
        }
    }
}

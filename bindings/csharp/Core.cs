// What all objects share: the lock of their context, lifetimes, exceptions, and checks of arrays.
using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;
using System.Text;
using System.Threading;

namespace Throng
{
    /// <summary>A call of the library failed: its message names the parameter, its value and what is allowed.</summary>
    public sealed class ThrongException : Exception
    {
        /// <summary>What failed.</summary>
        public Status Status { get; private set; }

        /// <summary>OpenCL's own code of the last call that failed in OpenCL. 0: none.</summary>
        public int OpenClError { get; private set; }

        internal ThrongException(Status status, string message, int openClError) : base(message)
        {
            Status = status;
            OpenClError = openClError;
        }
    }

    static unsafe class Text
    {
        /// Text of C: UTF-8 up to the first 0.
        internal static string Of(byte* bytes, int most)
        {
            int length = 0;
            while (length < most && bytes[length] != 0)
                length++;
            return length == 0 ? "" : Encoding.UTF8.GetString(bytes, length);
        }

        internal static string Of(IntPtr text)
        {
            return text == IntPtr.Zero ? null : Of((byte*)text, int.MaxValue);
        }

        /// Text for C, to be freed with Marshal.FreeHGlobal.
        internal static IntPtr ToC(string text, string name)
        {
            if (text == null)
                return IntPtr.Zero;
            if (text.IndexOf('\0') >= 0)
                throw new ArgumentException("the text has a character 0", name);
            byte[] bytes = Encoding.UTF8.GetBytes(text);
            IntPtr made = Marshal.AllocHGlobal(bytes.Length + 1);
            Marshal.Copy(bytes, 0, made, bytes.Length);
            ((byte*)made)[bytes.Length] = 0;
            return made;
        }

        internal static void CheckIndex(int index, int count)
        {
            if (index < 0 || index >= count)
                throw new ArgumentOutOfRangeException("index", index, "0 to " + (count - 1));
        }
    }

    /// What the objects of a context share.
    sealed class Core
    {
        internal readonly object Gate = new object();
        internal readonly Action<LogLevel, string> Logger;
        internal IntPtr Context; // valid while an object of the context is
        internal bool Closed;
        internal string Failure = ""; // for when there is no context to ask
        internal readonly Queue<KeyValuePair<LogLevel, string>> Messages = new Queue<KeyValuePair<LogLevel, string>>();
        List<WeakReference> live = new List<WeakReference>();
        int pruneAt = 64;

        internal Core(Action<LogLevel, string> logger)
        {
            Logger = logger;
        }

        internal void Add(ObjectHandle handle)
        {
            if (live.Count >= pruneAt) {
                live.RemoveAll(delegate(WeakReference each) { return !each.IsAlive; });
                pruneAt = 2 * live.Count + 64;
            }
            live.Add(new WeakReference(handle));
        }

        /// The handles of all objects that are left.
        internal List<ObjectHandle> Live()
        {
            List<ObjectHandle> found = new List<ObjectHandle>();
            foreach (WeakReference each in live) {
                ObjectHandle handle = each.Target as ObjectHandle;
                if (handle != null)
                    found.Add(handle);
            }
            return found;
        }

        internal ThrongException Error(Status status)
        {
            string message = Text.Of(Native.throng_context_message(Context));
            if (string.IsNullOrEmpty(message))
                message = Failure;
            if (string.IsNullOrEmpty(message))
                message = Text.Of(Native.throng_status_string(status));
            return new ThrongException(status, message, Native.throng_context_opencl_error(Context));
        }

        /// Hands messages to the logger, after the call and without the lock: it may use the context.
        internal void Deliver()
        {
            while (true) {
                KeyValuePair<LogLevel, string> message;
                lock (Gate) {
                    if (Messages.Count == 0)
                        return;
                    message = Messages.Dequeue();
                }
                Logger(message.Key, message.Value);
            }
        }
    }

    /// The library's side of an object. It keeps those that the object uses, so that they end after it, whoever closes or
    /// collects them first. The finaliser's thread takes its turn with the others.
    sealed class ObjectHandle : SafeHandle
    {
        readonly Core core;
        readonly ObjectHandle[] uses;
        readonly Func<IntPtr, Status> destroy;
        internal Action Ended;
        internal static int Alive; // objects of the library, for the tests

        internal ObjectHandle(Core core, IntPtr pointer, ObjectHandle[] uses, Func<IntPtr, Status> destroy)
            : base(IntPtr.Zero, true)
        {
            this.core = core;
            this.uses = uses; // with a reference each, which is this handle's now
            this.destroy = destroy;
            SetHandle(pointer);
            Interlocked.Increment(ref Alive);
        }

        public override bool IsInvalid
        {
            get { return handle == IntPtr.Zero; }
        }

        protected override bool ReleaseHandle()
        {
            Status status;
            lock (core.Gate)
                status = destroy(handle);
            foreach (ObjectHandle each in uses)
                each.DangerousRelease();
            Interlocked.Decrement(ref Alive);
            if (Ended != null)
                Ended();
            return status == Status.Ok;
        }
    }

    /// <summary>An object of the library. Dispose() ends it for the caller; the library's memory goes once no other object uses
    /// it. Several threads may use the objects of a context: they take turns.</summary>
    public abstract class ThrongObject : IDisposable
    {
        internal ObjectHandle handle;
        internal readonly Core core;
        internal int columns, rows, types;
        readonly Func<IntPtr, Status> destroy;
        readonly string name;
        bool disposed;
        ObjectHandle[] using_ = new ObjectHandle[0];

        internal ThrongObject(Core core, string name)
        {
            this.core = core;
            this.name = name;
        }

        internal ThrongObject(Context context, Func<IntPtr, Status> destroy, string name)
        {
            Need(context, "context");
            core = context.core;
            this.destroy = destroy;
            this.name = name;
        }

        internal object Gate
        {
            get { return core.Gate; }
        }

        /// <summary>Whether the object, or its context, was closed.</summary>
        public bool IsClosed
        {
            get { return disposed || handle == null || handle.IsClosed || core.Closed; }
        }

        /// <summary>Ends the object. Doing so twice does nothing.</summary>
        public virtual void Dispose()
        {
            lock (core.Gate)
                disposed = true;
            if (handle != null)
                handle.Dispose();
        }

        internal static void Need(object argument, string name)
        {
            if (argument == null)
                throw new ArgumentNullException(name);
        }

        // ------------------------------------------------------------ calls

        /// Takes the lock, which End() gives back, and returns the pointer of the object if it is open.
        internal IntPtr Begin()
        {
            Monitor.Enter(core.Gate);
            if (IsClosed)
                throw new ObjectDisposedException(name, "the " + (core.Closed && name != "context" ? "context of the " : "")
                    + name + " is closed");
            return handle.DangerousGetHandle();
        }

        internal void End()
        {
            bool messages = core.Messages.Count != 0;
            Monitor.Exit(core.Gate);
            if (messages)
                Deliver();
        }

        /// After a method that holds the lock over several calls, whose messages these have left.
        internal void Deliver()
        {
            if (!Monitor.IsEntered(core.Gate))
                core.Deliver();
        }

        internal void Check(Status status)
        {
            if (status != Status.Ok)
                throw core.Error(status);
        }

        // ------------------------------------------------------------ creation

        /// Takes the lock and keeps the context and all objects that the new one will use.
        internal IntPtr BeginCreate(Context context, params ThrongObject[] used)
        {
            Monitor.Enter(core.Gate);
            List<ObjectHandle> kept = new List<ObjectHandle>();
            try {
                kept.Add(Keep(context, "context"));
                foreach (ThrongObject each in used)
                    if (each != null)
                        kept.Add(Keep(each, each.name));
            } finally {
                using_ = kept.ToArray();
            }
            return kept[0].DangerousGetHandle();
        }

        static ObjectHandle Keep(ThrongObject each, string name)
        {
            bool done = false;
            if (each.IsClosed)
                throw new ObjectDisposedException(name, "the " + name + " is closed");
            each.handle.DangerousAddRef(ref done);
            return each.handle;
        }

        internal void Adopt(Status status, IntPtr made)
        {
            Check(status);
            handle = new ObjectHandle(core, made, using_, destroy);
            core.Add(handle);
        }

        /// Gives back what BeginCreate() took, and all if no object was made.
        internal void EndCreate()
        {
            if (handle == null)
                foreach (ObjectHandle each in using_)
                    each.DangerousRelease();
            try {
                End();
            } catch {
                if (handle != null)
                    handle.Dispose(); // one whose logger throws is nobody's
                throw;
            }
        }

        /// The pointer of an object that a def names.
        internal static IntPtr Pointer(ThrongObject used, string name)
        {
            if (used == null)
                return IntPtr.Zero;
            if (used.IsClosed)
                throw new ObjectDisposedException(name, "the " + used.name + " is closed");
            return used.handle.DangerousGetHandle();
        }

        internal void SetSize(int width, int height, int worlds)
        {
            columns = width;
            rows = height * worlds;
        }

        internal void SetSize(Terrain terrain)
        {
            if (terrain != null) {
                columns = terrain.columns;
                rows = terrain.rows;
            }
        }

        // ------------------------------------------------------------ arrays

        /// The number of cells of a region; below 0 if it is off the map, which the library refuses.
        internal int Cells(Region? region)
        {
            if (!region.HasValue)
                return columns * rows;
            Region of = region.Value;
            return of.width > 0 && of.width <= columns && of.height > 0 && of.height <= rows ? of.width * of.height : -1;
        }

        internal static int Length(int count)
        {
            return Math.Max(count, 0);
        }

        internal static void Need(int found, long wanted, string name)
        {
            if (wanted >= 0 && found != wanted)
                throw new ArgumentException("there are " + found + " entries instead of " + wanted, name);
        }

        internal static int Rows(int length, int width, string name)
        {
            if (width < 1 || length % width != 0)
                throw new ArgumentException("there are " + length + " numbers, which are no rows of " + width, name);
            return length / width;
        }

        /// A table has a value for each set of types. What no measure can have is left to the library.
        internal static void CheckTable(int types, float[] table)
        {
            if (table != null && types >= 0 && types <= Constants.MaxTypes)
                Need(table.Length, 1 << types, "table");
        }

        internal static int Product(int count, int capacity)
        {
            long entries = (long)count * Math.Max(capacity, 0);
            if (entries > int.MaxValue)
                throw new ArgumentException(count + " times " + capacity + " results are too many for one call", "capacity");
            return (int)entries;
        }
    }
}

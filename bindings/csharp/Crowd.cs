// Calls of crowds and tracers whose arguments follow no rule.
using System;
using System.Runtime.InteropServices;

namespace Throng
{
    /// <summary>What an agent perceives and avoids: Crowd.Inspect().</summary>
    public sealed class View
    {
        /// <summary>Whom it perceives, in ascending index.</summary>
        public Agent[] Perceived { get; internal set; }

        /// <summary>Whom it avoids, the nearest first.</summary>
        public Agent[] Avoided { get; internal set; }

        /// <summary>Half-planes: first those of walls, then one for each agent in Avoided.</summary>
        public HalfPlane[] Lines { get; internal set; }

        /// <summary>How many of the half-planes are of walls.</summary>
        public int WallCount { get; internal set; }
    }

    public sealed partial class Crowd
    {
        /// Checks the type of a value of agents and returns how many numbers there are of each agent. What is unknown is
        /// refused by the library.
        static int Entries(AgentValue what, Type type)
        {
            Type kept;
            int entries;
            AgentValueForms.Of(what, out kept, out entries);
            if (kept != null && kept != type)
                throw new ArgumentException(what + " is of " + kept.Name + ", not " + type.Name, "data");
            return entries;
        }

        unsafe void Transfer(bool set, AgentValue what, bool all, ReadOnlySpan<Agent> agents, void* data, int length, Type type)
        {
            int entries = Entries(what, type);
            fixed (Agent* first = &MemoryMarshal.GetReference(agents))
            try {
                IntPtr crowd = Begin();
                int count = all ? GetInfo().agents : agents.Length;
                Need(length, (long)count * entries, "data");
                Agent none; // a pointer for no agents at all, since null stands for all of them
                Agent* list = all ? null : first == null ? &none : first;
                Check(set ? Native.throng_crowd_set(crowd, what, count, list, UIntPtr.Zero, (IntPtr)data, UIntPtr.Zero)
                    : Native.throng_crowd_get(crowd, what, count, list, UIntPtr.Zero, (IntPtr)data, UIntPtr.Zero));
            } finally { End(); }
        }

        /// <summary>Copies a value of agents, two numbers for each agent where it is a pair: throng_crowd_get().</summary>
        public unsafe void Get(AgentValue what, ReadOnlySpan<Agent> agents, Span<float> data)
        {
            fixed (float* first = &MemoryMarshal.GetReference(data))
            Transfer(false, what, false, agents, first, data.Length, typeof(float));
        }

        /// <summary>The same of all agents in the order of List().</summary>
        public unsafe void Get(AgentValue what, Span<float> data)
        {
            fixed (float* first = &MemoryMarshal.GetReference(data))
            Transfer(false, what, true, default(ReadOnlySpan<Agent>), first, data.Length, typeof(float));
        }

        /// <summary>Sets a value of agents, of all of them or of none: throng_crowd_set().</summary>
        public unsafe void Set(AgentValue what, ReadOnlySpan<Agent> agents, ReadOnlySpan<float> data)
        {
            fixed (float* first = &MemoryMarshal.GetReference(data))
            Transfer(true, what, false, agents, first, data.Length, typeof(float));
        }

        /// <summary>The same of all agents in the order of List().</summary>
        public unsafe void Set(AgentValue what, ReadOnlySpan<float> data)
        {
            fixed (float* first = &MemoryMarshal.GetReference(data))
            Transfer(true, what, true, default(ReadOnlySpan<Agent>), first, data.Length, typeof(float));
        }

        /// <summary>A value of agents in a new array.</summary>
        public float[] GetFloats(AgentValue what, ReadOnlySpan<Agent> agents)
        {
            float[] data = new float[agents.Length * Entries(what, typeof(float))];
            Get(what, agents, data);
            return data;
        }

        /// <summary>Copies a value of agents, two numbers for each agent where it is a pair: throng_crowd_get().</summary>
        public unsafe void Get(AgentValue what, ReadOnlySpan<Agent> agents, Span<int> data)
        {
            fixed (int* first = &MemoryMarshal.GetReference(data))
            Transfer(false, what, false, agents, first, data.Length, typeof(int));
        }

        /// <summary>The same of all agents in the order of List().</summary>
        public unsafe void Get(AgentValue what, Span<int> data)
        {
            fixed (int* first = &MemoryMarshal.GetReference(data))
            Transfer(false, what, true, default(ReadOnlySpan<Agent>), first, data.Length, typeof(int));
        }

        /// <summary>Sets a value of agents, of all of them or of none: throng_crowd_set().</summary>
        public unsafe void Set(AgentValue what, ReadOnlySpan<Agent> agents, ReadOnlySpan<int> data)
        {
            fixed (int* first = &MemoryMarshal.GetReference(data))
            Transfer(true, what, false, agents, first, data.Length, typeof(int));
        }

        /// <summary>The same of all agents in the order of List().</summary>
        public unsafe void Set(AgentValue what, ReadOnlySpan<int> data)
        {
            fixed (int* first = &MemoryMarshal.GetReference(data))
            Transfer(true, what, true, default(ReadOnlySpan<Agent>), first, data.Length, typeof(int));
        }

        /// <summary>A value of agents in a new array.</summary>
        public int[] GetInts(AgentValue what, ReadOnlySpan<Agent> agents)
        {
            int[] data = new int[agents.Length * Entries(what, typeof(int))];
            Get(what, agents, data);
            return data;
        }

        /// <summary>Copies a value of agents, two numbers for each agent where it is a pair: throng_crowd_get().</summary>
        public unsafe void Get(AgentValue what, ReadOnlySpan<Agent> agents, Span<uint> data)
        {
            fixed (uint* first = &MemoryMarshal.GetReference(data))
            Transfer(false, what, false, agents, first, data.Length, typeof(uint));
        }

        /// <summary>The same of all agents in the order of List().</summary>
        public unsafe void Get(AgentValue what, Span<uint> data)
        {
            fixed (uint* first = &MemoryMarshal.GetReference(data))
            Transfer(false, what, true, default(ReadOnlySpan<Agent>), first, data.Length, typeof(uint));
        }

        /// <summary>Sets a value of agents, of all of them or of none: throng_crowd_set().</summary>
        public unsafe void Set(AgentValue what, ReadOnlySpan<Agent> agents, ReadOnlySpan<uint> data)
        {
            fixed (uint* first = &MemoryMarshal.GetReference(data))
            Transfer(true, what, false, agents, first, data.Length, typeof(uint));
        }

        /// <summary>The same of all agents in the order of List().</summary>
        public unsafe void Set(AgentValue what, ReadOnlySpan<uint> data)
        {
            fixed (uint* first = &MemoryMarshal.GetReference(data))
            Transfer(true, what, true, default(ReadOnlySpan<Agent>), first, data.Length, typeof(uint));
        }

        /// <summary>A value of agents in a new array.</summary>
        public uint[] GetUInts(AgentValue what, ReadOnlySpan<Agent> agents)
        {
            uint[] data = new uint[agents.Length * Entries(what, typeof(uint))];
            Get(what, agents, data);
            return data;
        }

        /// <summary>Copies a value of agents, two numbers for each agent where it is a pair: throng_crowd_get().</summary>
        public unsafe void Get(AgentValue what, ReadOnlySpan<Agent> agents, Span<ulong> data)
        {
            fixed (ulong* first = &MemoryMarshal.GetReference(data))
            Transfer(false, what, false, agents, first, data.Length, typeof(ulong));
        }

        /// <summary>The same of all agents in the order of List().</summary>
        public unsafe void Get(AgentValue what, Span<ulong> data)
        {
            fixed (ulong* first = &MemoryMarshal.GetReference(data))
            Transfer(false, what, true, default(ReadOnlySpan<Agent>), first, data.Length, typeof(ulong));
        }

        /// <summary>Sets a value of agents, of all of them or of none: throng_crowd_set().</summary>
        public unsafe void Set(AgentValue what, ReadOnlySpan<Agent> agents, ReadOnlySpan<ulong> data)
        {
            fixed (ulong* first = &MemoryMarshal.GetReference(data))
            Transfer(true, what, false, agents, first, data.Length, typeof(ulong));
        }

        /// <summary>The same of all agents in the order of List().</summary>
        public unsafe void Set(AgentValue what, ReadOnlySpan<ulong> data)
        {
            fixed (ulong* first = &MemoryMarshal.GetReference(data))
            Transfer(true, what, true, default(ReadOnlySpan<Agent>), first, data.Length, typeof(ulong));
        }

        /// <summary>A value of agents in a new array.</summary>
        public ulong[] GetULongs(AgentValue what, ReadOnlySpan<Agent> agents)
        {
            ulong[] data = new ulong[agents.Length * Entries(what, typeof(ulong))];
            Get(what, agents, data);
            return data;
        }

        /// <summary>Copies a value of agents, two numbers for each agent where it is a pair: throng_crowd_get().</summary>
        public unsafe void Get(AgentValue what, ReadOnlySpan<Agent> agents, Span<double> data)
        {
            fixed (double* first = &MemoryMarshal.GetReference(data))
            Transfer(false, what, false, agents, first, data.Length, typeof(double));
        }

        /// <summary>The same of all agents in the order of List().</summary>
        public unsafe void Get(AgentValue what, Span<double> data)
        {
            fixed (double* first = &MemoryMarshal.GetReference(data))
            Transfer(false, what, true, default(ReadOnlySpan<Agent>), first, data.Length, typeof(double));
        }

        /// <summary>Sets a value of agents, of all of them or of none: throng_crowd_set().</summary>
        public unsafe void Set(AgentValue what, ReadOnlySpan<Agent> agents, ReadOnlySpan<double> data)
        {
            fixed (double* first = &MemoryMarshal.GetReference(data))
            Transfer(true, what, false, agents, first, data.Length, typeof(double));
        }

        /// <summary>The same of all agents in the order of List().</summary>
        public unsafe void Set(AgentValue what, ReadOnlySpan<double> data)
        {
            fixed (double* first = &MemoryMarshal.GetReference(data))
            Transfer(true, what, true, default(ReadOnlySpan<Agent>), first, data.Length, typeof(double));
        }

        /// <summary>A value of agents in a new array.</summary>
        public double[] GetDoubles(AgentValue what, ReadOnlySpan<Agent> agents)
        {
            double[] data = new double[agents.Length * Entries(what, typeof(double))];
            Get(what, agents, data);
            return data;
        }

        /// <summary>Reports whom an agent would perceive and avoid: throng_crowd_inspect().</summary>
        public unsafe View Inspect(Agent agent, float dt)
        {
            CrowdView view = new CrowdView();
            try {
                lock (Gate) {
                    try { Check(Native.throng_crowd_inspect(Begin(), agent, dt, &view)); } finally { End(); }
                    View made = new View { Perceived = new Agent[view.perceivedCount], Avoided = new Agent[view.avoidedCount],
                        Lines = new HalfPlane[view.lineCount], WallCount = view.wallCount };
                    fixed (Agent* perceived = made.Perceived, avoided = made.Avoided)
                    fixed (HalfPlane* lines = made.Lines) {
                        view.perceived = (IntPtr)perceived;
                        view.avoided = (IntPtr)avoided;
                        view.lines = (IntPtr)lines;
                        view.perceivedCapacity = made.Perceived.Length;
                        view.avoidedCapacity = made.Avoided.Length;
                        view.lineCapacity = made.Lines.Length;
                        try { Check(Native.throng_crowd_inspect(Begin(), agent, dt, &view)); } finally { End(); }
                    }
                    return made;
                }
            } finally { Deliver(); }
        }

        /// <summary>A snapshot of the crowd: throng_crowd_save().</summary>
        public unsafe byte[] Save()
        {
            try {
                lock (Gate) {
                    UIntPtr bytes;
                    try { Check(Native.throng_crowd_snapshot_bytes(Begin(), &bytes)); } finally { End(); }
                    byte[] snapshot = new byte[checked((int)bytes.ToUInt64())];
                    fixed (byte* first = snapshot)
                    try { Check(Native.throng_crowd_save(Begin(), (IntPtr)first, bytes)); } finally { End(); }
                    return snapshot;
                }
            } finally { Deliver(); }
        }

        /// <summary>Restores the state of a snapshot: throng_crowd_restore().</summary>
        public unsafe void Restore(ReadOnlySpan<byte> snapshot)
        {
            byte none;
            fixed (byte* first = &MemoryMarshal.GetReference(snapshot))
            try {
                Check(Native.throng_crowd_restore(Begin(), (IntPtr)(first == null ? &none : first),
                    (UIntPtr)(uint)snapshot.Length));
            } finally { End(); }
        }
    }

    public sealed partial class Trace
    {
        /// <summary>Points first to first + points.Length - 1 of one path: throng_trace_read_points().</summary>
        public unsafe void ReadPoints(int path, int first, Span<TracePoint> points)
        {
            fixed (TracePoint* memory = &MemoryMarshal.GetReference(points))
            try {
                Check(Native.throng_trace_read_points(Begin(), path, 1, first, points.Length, memory, UIntPtr.Zero));
            } finally { End(); }
        }
    }

    public sealed partial class Readback
    {
        /// <summary>Begins to read these agents, or all `count` of a crowd without them: throng_readback_begin_agents().</summary>
        public unsafe ReadbackRead BeginAgents(Agent[] agents, int count = 0)
        {
            ReadbackRead read;
            Agent none; // a pointer for no agents at all, since null stands for all of them
            fixed (Agent* agentsPointer = agents)
            try {
                Check(Native.throng_readback_begin_agents(Begin(), agents != null && agentsPointer == null ? &none : agentsPointer, agents != null ? agents.Length : count, &read));
            } finally { End(); }
            return read;
        }

        /// <summary>The values of a read, packed: throng_readback_fetch().</summary>
        public unsafe void Fetch(ulong number, Span<float> values)
        {
            fixed (float* memory = &MemoryMarshal.GetReference(values))
                Fetch(number, (IntPtr)memory, (long)values.Length * sizeof(float));
        }

        /// <summary>The same into memory of so many bytes, of whatever type.</summary>
        public unsafe void Fetch(ulong number, IntPtr memory, long bytes)
        {
            ReadbackRead read;
            ReadbackInfo info;
            try {
                IntPtr self = Begin();
                Check(Native.throng_readback_get_read(self, number, &read));
                Check(Native.throng_readback_get_info(self, &info));
                if (bytes < (long)read.count * info.entryBytes)
                    throw new ArgumentException("throng: values is shorter than the read");
                Check(Native.throng_readback_fetch(self, number, memory, UIntPtr.Zero));
            } finally { End(); }
        }

        /// <summary>Where the values of a read are, until it is fetched or released: throng_readback_map(). Keep this object
        /// as long, with GC.KeepAlive() where nothing else names it: the memory goes with it.</summary>
        public unsafe IntPtr Map(ulong number)
        {
            IntPtr values;
            try { Check(Native.throng_readback_map(Begin(), number, &values)); } finally { End(); }
            return values;
        }
    }
}

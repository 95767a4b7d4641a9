// throng's crowd in C#, by P/Invoke. Unity: put this file into Assets and the shared library into Assets/Plugins.
// Godot: the same file in a C# project, the library beside the executable.
using System;
using System.Runtime.InteropServices;

public static class Throng
{
    const string Library = "throng"; // libthrong.so, libthrong.dylib, throng.dll or libthrong.dll

    [StructLayout(LayoutKind.Sequential)]
    public struct CrowdDef // 96 bytes
    {
        public int agentCapacity, maxNeighbors;
        public uint perception;
        public int residency, congestion;
        public float symmetry;
        public IntPtr terrain;
        public float cellSize; // 4 bytes of padding follow
        public IntPtr flow;
        public ulong seed;
        public int neighbors, settle, heading, integration;
        public double originX, originY;
        public uint cookie; // as the default function sets it: leave it alone
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct AgentDef // 168 bytes
    {
        public ulong id;
        public float x, y, vx, vy, radius, maxSpeed;
        public int navigation; // 0 velocity, 1 goal, 2 flow
        public float targetX, targetY;
        public int flowField;
        public float prefSpeed, neighborDist;
        public int maxNeighbors;
        public float timeHorizon, timeHorizonObst;
        public uint layer, mask;
        public int priority;
        public float responsibility;
        public int locked;
        public float headingX, headingY, visionRange, visionRangeMin, visionAngle, hearingRange, soundRange;
        public int capacity;
        public float deadSpeed; // 4 bytes of padding follow
        public double offsetX, offsetY, targetOffsetX, targetOffsetY;
        public uint cookie;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct Agent // 8 bytes
    {
        public int index;
        public uint generation;
    }

    public const int Position = 0, Velocity = 1, PreferredVelocity = 2, Goal = 3;

    [DllImport(Library)] static extern IntPtr throng_status_string(int status);
    [DllImport(Library)] static extern IntPtr throng_context_message(IntPtr context);
    [DllImport(Library)] public static extern int throng_context_create(IntPtr def, out IntPtr context);
    [DllImport(Library)] public static extern int throng_context_destroy(IntPtr context);
    [DllImport(Library)] public static extern CrowdDef throng_crowd_default_def();
    [DllImport(Library)] public static extern AgentDef throng_agent_default_def();
    [DllImport(Library)] public static extern int throng_crowd_create(IntPtr context, ref CrowdDef def, out IntPtr crowd);
    [DllImport(Library)] public static extern int throng_crowd_destroy(IntPtr crowd);
    [DllImport(Library)] public static extern int throng_crowd_add(IntPtr crowd, int count, [In] AgentDef[] defs,
        UIntPtr stride, [Out] Agent[] agents);
    [DllImport(Library)] public static extern int throng_crowd_step(IntPtr crowd, float dt);
    [DllImport(Library)] public static extern int throng_crowd_get(IntPtr crowd, int what, int count, [In] Agent[] agents,
        UIntPtr agentStride, [Out] float[] data, UIntPtr stride);
    [DllImport(Library)] public static extern int throng_crowd_set(IntPtr crowd, int what, int count, [In] Agent[] agents,
        UIntPtr agentStride, [In] float[] data, UIntPtr stride);

    public static void Check(int status, IntPtr context)
    {
        if (status != 0)
            throw new InvalidOperationException(Marshal.PtrToStringAnsi(throng_status_string(status)) + ": "
                + Marshal.PtrToStringAnsi(throng_context_message(context)));
    }
}

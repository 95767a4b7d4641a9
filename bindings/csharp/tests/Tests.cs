// Tests of the C# package: layouts, every function, results, bad input of every kind, lifetimes, and threads.
using System;
using System.Collections.Generic;
using System.Reflection;
using System.Runtime.InteropServices;
using System.Threading;
using Throng;

static class Tests
{
    static int passed, failed;

    static void Test(string name, Action body)
    {
        try {
            body();
            passed++;
        } catch (Exception why) {
            failed++;
            Console.WriteLine("FAILED: " + name + ": " + why);
        }
    }

    static void Assert(bool holds, string what = "does not hold")
    {
        if (!holds)
            throw new Exception(what);
    }

    static T Refused<T>(string text, Action body) where T : Exception
    {
        try {
            body();
        } catch (T why) {
            Assert(why.Message.Contains(text), "\"" + why.Message + "\" does not say \"" + text + "\"");
            return why;
        }
        throw new Exception("was not refused: " + text);
    }

    sealed class World
    {
        public Context Context;
        public Terrain Terrain;
        public Flow Flow;
        public Crowd Crowd;
        public Influence Map;
        public Agent[] Agents;

        public World()
        {
            ContextDef context = ContextDef.Default;
            context.backend = Backend.Cpu;
            context.threads = 1;
            Context = new Context(context);
            TerrainDef terrain = TerrainDef.Default;
            terrain.width = 8;
            terrain.height = 4;
            Terrain = new Terrain(Context, terrain);
            Flow = new Flow(Context, FlowDef.Default, Terrain);
            CrowdDef crowd = CrowdDef.Default;
            crowd.agentCapacity = 40;
            Crowd = new Crowd(Context, crowd, Terrain, Flow);
            AgentDef[] defs = { AgentDef.Default, AgentDef.Default };
            for (int i = 0; i < 2; i++) {
                defs[i].x = i == 0 ? 1.5f : 6.5f;
                defs[i].y = 1.5f;
                defs[i].targetX = i == 0 ? 6.5f : 1.5f;
                defs[i].targetY = 1.5f;
                defs[i].navigation = Navigation.Goal;
                defs[i].radius = 0.2f;
            }
            Agents = Crowd.Add(defs);
            InfluenceDef map = InfluenceDef.Default;
            map.width = 8;
            map.height = 4;
            map.layers = 2;
            Map = new Influence(Context, map);
        }
    }

    // ---------------------------------------------------------------- declarations

    static void TestLayouts()
    {
        int count = 0;
        foreach (object[] each in Layouts.All) {
            Type type = (Type)each[0];
            Assert(Marshal.SizeOf(type) == (int)each[1], type + " has another size");
            for (int i = 2; i < each.Length; i += 2, count++) {
                int offset = (int)Marshal.OffsetOf(type, (string)each[i]);
                Assert(offset == (int)each[i + 1], type + "." + each[i] + " is at " + offset);
            }
        }
        Assert(count > 200);
    }

    /// Each function is declared, and is in the library: the runtime looks when it prepares the call.
    static void TestFunctions()
    {
        Assert(Layouts.Functions.Length > 120);
        foreach (string name in Layouts.Functions) {
            MethodInfo method = typeof(Native).GetMethod(name);
            Assert(method != null, name + " is not declared");
            if (!name.EndsWith("_cl") && name != "throng_opencl_context_create" && name != "throng_influence_buffer")
                Marshal.Prelink(method);
        }
    }

    // ---------------------------------------------------------------- objects

    static void TestPaths()
    {
        World world = new World();
        world.Terrain.Fill(new Region { column = 3, row = 0, width = 1, height = 3 }, 1);
        byte[] cells = world.Terrain.Read(null);
        Assert(cells.Length == 32 && cells[3] == 1 && cells[27] == 0);
        CellPair[] pairs = { new CellPair { from = new Cell { column = 1 }, to = new Cell { column = 4 } } };
        Assert(world.Terrain.Distances(Grid.Square4, pairs)[0] == 9);
        world.Flow.SetGoals(0, new[] { new Cell { column = 7 } });
        world.Flow.Update();
        Assert(world.Flow.ReadLengths(0, null)[7] == 0);
        Assert(world.Flow.ReadDirections(0, null)[7] == FlowDirection.Goal);
        FlowVector[] way = world.Flow.Sample(FlowSampling.Cell, new[] { new FlowPoint { x = 6.5f, y = 0.5f } });
        Assert(way[0].dx == 1 && way[0].length == 1);
        Assert(world.Flow.FieldFor(0, 0.3f) == 0 && world.Flow.GetInfo().backend == Backend.Cpu);
        Route route = new Route(world.Context, RouteDef.Default, world.Terrain);
        route.SetCosts(null, new float[32]);
        RouteResult found = route.Find(pairs)[0];
        Cell[] path = new Cell[found.cellCount];
        route.Read(0, 1, path);
        Assert(path[found.cellCount - 1].column == 4);
        Refused<ThrongException>("" + found.cellCount, delegate { route.Read(0, 1, new Cell[3]); });
    }

    static void TestInfluence()
    {
        World world = new World();
        InfluenceObject[] objects = { InfluenceObject.Default, InfluenceObject.Default };
        objects[0].x = 2.5f;
        objects[1].x = 6.5f;
        objects[0].y = objects[1].y = 1.5f;
        objects[0].maxDistance = objects[1].maxDistance = 2;
        objects[1].influence = -1;
        world.Map.SetObjects(0, 0, objects);
        world.Map.Update();
        float[] values = world.Map.Read(0, null);
        Assert(values.Length == 32 && values[10] == 1 && values[14] == -1);
        Assert(world.Map.Best(0, null).column == 2);
        Assert(world.Map.Worst(0, new Region { column = 4, width = 4, height = 4 }).column == 6);
        world.Map.MoveObjects(0, 0, new[] { 3.5f, 1.5f }, new[] { 1.0f, 0.0f });
        world.Map.UpdateLayer(0);
        Assert(world.Map.ObjectCount(0) == 2 && world.Map.Best(0, null).column == 3);
        Assert(world.Map.Sample(0, new[] { new Point { x = 3.5f, y = 1.5f } })[0].value == 1);
        world.Map.Combine(new[] { 1.0f, 0.5f });
        Assert(world.Map.Read(Constants.LayerCombined, null)[11] == 1);
        Assert(world.Map.BestOfNeighbors(0, Extreme.Largest, 1, new[] { new Cell { column = 4, row = 1 } })[0].column == 3);
        InfluenceDef def = InfluenceDef.Default;
        def.width = def.height = 8;
        Assert(Influence.Explain(world.Context, def).backend == Backend.Cpu);
    }

    static void TestFields()
    {
        World world = new World();
        MeasureDef def = MeasureDef.Default;
        def.types = 1;
        def.kind = MeasureKind.Table;
        Measure measure = new Measure(world.Context, def, new[] { 0.0f, 1.0f });
        Assert(measure.Value(1) == 1 && measure.Choquet(new[] { 1.0f, 2.0f }).Length == 2);
        def.kind = MeasureKind.Additive2;
        def.types = 2;
        def.SetWeights(0, 0.4f);
        def.SetWeights(1, 0.5f);
        Assert(def.GetWeights(1) == 0.5f && new Measure(world.Context, def).GetInfo().types == 2);
        Refused<ArgumentOutOfRangeException>("0 to 15", delegate { MeasureDef.Default.GetWeights(16); });
        PotentialDef field = PotentialDef.Default;
        field.goalCapacity = 1;
        field.pointCapacity = 4;
        Potential potential = new Potential(world.Context, field);
        potential.SetGoals(0, new[] { new PotentialGoal { x = 10, k = 1 } });
        potential.SetPoints(0, new[] { new PotentialPoint { x = 1, y = 1 }, new PotentialPoint { x = 2, y = 1 } });
        potential.Update();
        Assert(potential.Read(0, 2)[0].fx > 0);
        TraceDef path = TraceDef.Default;
        path.startCapacity = 1;
        path.maxSteps = 20;
        path.keepPoints = 1;
        Trace trace = new Trace(world.Context, path, potential);
        trace.SetStarts(0, new[] { new TraceStart { x = 3, y = 3, speed = 1 } });
        trace.Update();
        Assert(Library.NameOf(trace.Read(0, 1)[0].status) != null);
        TracePoint[] points = new TracePoint[2];
        trace.ReadPoints(0, 0, points);
        Assert(points[0].x == 3);
        Refused<ThrongException>("", delegate { trace.ReadPoints(5, 0, points); });
    }

    static void TestCrowds()
    {
        World world = new World();
        Crowd crowd = world.Crowd;
        for (int i = 0; i < 10; i++)
            crowd.Step(0.1f);
        float[] positions = crowd.GetFloats(AgentValue.Position, world.Agents);
        Assert(positions.Length == 4 && positions[0] > 1.5f && positions[2] < 6.5f);
        byte[] saved = crowd.Save();
        ulong hash = crowd.Hash();
        crowd.Step(0.1f);
        Assert(crowd.Hash() != hash);
        crowd.Restore(saved);
        Assert(crowd.Hash() == hash);
        crowd.Set(AgentValue.Radius, new[] { 0.25f, 0.3f });
        float[] radii = new float[2];
        crowd.Get(AgentValue.Radius, radii);
        Assert(radii[1] == 0.3f);
        Assert(crowd.GetULongs(AgentValue.Id, world.Agents)[1] == 1 && crowd.Find(1).index == world.Agents[1].index);
        Assert(crowd.GetDoubles(AgentValue.PositionDouble, world.Agents).Length == 4);
        Assert(crowd.List().Length == 2);
        int[] found;
        CrowdHit[] hits = crowd.FindNearest(new[] { CrowdQuery.Default }, 3, out found);
        Assert(hits.Length == 3 && found[0] == 2 && hits[0].distance > 0);
        Assert(crowd.GetEvents((uint)Flag.Arrived).Length == 0);
        Assert(crowd.Inspect(world.Agents[0], 0.1f).Avoided.Length >= 0);
        Obstacle wall = crowd.AddObstacle(new[] { new Vertex(), new Vertex { x = 1 } });
        crowd.RemoveObstacle(wall);
        Refused<ThrongException>("handle was removed", delegate { crowd.RemoveObstacle(wall); });
        crowd.Remove(world.Agents);
        Assert(crowd.GetInfo().agents == 0);
        Refused<ThrongException>("", delegate { crowd.GetFloats(AgentValue.Position, world.Agents); });
        Assert(crowd.GetFloats(AgentValue.Position, new Agent[0]).Length == 0);
    }

    static void TestNames()
    {
        Assert(Library.Version == "0.2.0" || Library.Version.Length > 4);
        Assert(Library.NameOf(Status.Capacity).Length > 3 && Library.NameOf(Backend.Cpu) == "cpu");
        Assert(Library.NameOf(Isa.Reference) == "reference" && Library.NameOf((Isa)77) == null);
        Assert(Library.NameOf(Operation.Crowd) == "crowd" && Library.IsAvailable(Isa.Reference));
        Assert(new World().Context.GetInfo().deviceName == "");
        Assert(Context.Devices("off").Length >= 0);
    }

    // ---------------------------------------------------------------- bad input

    static void TestMessages()
    {
        World world = new World();
        CrowdDef def = CrowdDef.Default;
        def.agentCapacity = -1;
        ThrongException why = Refused<ThrongException>("def.agent_capacity is -1: 0 to 8388608",
            delegate { new Crowd(world.Context, def); });
        Assert(why.Status == Status.InvalidArgument);
        AgentDef[] many = new AgentDef[41];
        for (int i = 0; i < many.Length; i++)
            many[i] = AgentDef.Default;
        Assert(Refused<ThrongException>("at most 40", delegate { world.Crowd.Add(many); }).Status == Status.Capacity);
        Refused<ThrongException>("", delegate { world.Crowd.Add(new AgentDef[1]); }); // not the defaults
        Refused<ThrongException>("dt", delegate { world.Crowd.Step(float.NaN); });
        Refused<ThrongException>("", delegate { new Crowd(world.Context, new CrowdDef()); });
        ContextDef context = ContextDef.Default;
        context.threads = 5000;
        Refused<ThrongException>("threads is 5000", delegate { new Context(context); });
        Refused<ArgumentException>("character 0", delegate { new Context(ContextDef.Default, null, "a\0b"); });
        context = ContextDef.Default;
        context.isa = (Isa)77;
        Refused<ThrongException>("isa", delegate { new Context(context); });
        Refused<ArgumentNullException>("context", delegate { new Crowd(null, CrowdDef.Default); });
        Refused<ThrongException>("", delegate { new Flow(world.Context, FlowDef.Default); });
        World other = new World();
        Refused<ThrongException>("", delegate { new Crowd(world.Context, CrowdDef.Default, other.Terrain); });
    }

    static void TestSizes()
    {
        World world = new World();
        Refused<ArgumentException>("31 entries instead of 32", delegate { world.Terrain.Set(null, new byte[31]); });
        Refused<ArgumentException>("instead of 4", delegate { world.Crowd.Get(AgentValue.Position, world.Agents, new float[3]); });
        Refused<ArgumentException>("is of Single, not Int32",
            delegate { world.Crowd.Get(AgentValue.Position, world.Agents, new int[4]); });
        Refused<ArgumentException>("is of UInt64", delegate { world.Crowd.Set(AgentValue.Id, world.Agents, new float[2]); });
        Refused<ThrongException>("", delegate { world.Crowd.Set(AgentValue.Id, world.Agents, new ulong[2]); });
        Refused<ThrongException>("", delegate { world.Crowd.Get((AgentValue)77, world.Agents, new float[2]); });
        Refused<ArgumentException>("no rows of 2", delegate { world.Map.MoveObjects(0, 0, new float[1]); });
        Refused<ArgumentException>("instead of 2", delegate { world.Map.MoveObjects(0, 0, new float[2], new float[4]); });
        Refused<ArgumentException>("instead of 32", delegate { world.Map.Read(0, null, new float[33]); });
        MeasureDef measure = MeasureDef.Default;
        measure.kind = MeasureKind.Table;
        measure.types = 10;
        Refused<ArgumentException>("2 entries instead of 1024",
            delegate { new Measure(world.Context, measure, new float[2]); });
        Refused<ArgumentException>("instead of 1024", delegate { Measure.Explain(world.Context, measure, new float[2]); });
        measure.types = 100;
        Refused<ThrongException>("types is 100", delegate { new Measure(world.Context, measure, new float[2]); });
        Refused<ArgumentException>("too many", delegate {
            int[] found;
            world.Crowd.FindNearest(new CrowdQuery[2], int.MaxValue, out found);
        });
        Refused<ThrongException>("", delegate { world.Map.Read(0, new Region { width = -3, height = -3 }); });
        Refused<ThrongException>("", delegate { world.Map.Read(0, new Region { column = 4, width = 8, height = 4 }); });
        Refused<ThrongException>("", delegate { world.Map.Read(5, null); });
        Refused<ThrongException>("", delegate { world.Map.Combine(null); });
        Refused<ThrongException>("", delegate { world.Crowd.Restore(new byte[1000]); });
        Refused<ThrongException>("", delegate { world.Crowd.Restore(null); });
        Refused<ThrongException>("", delegate { world.Crowd.Get(AgentValue.Position, new Agent[1], new float[2]); });
    }

    // ---------------------------------------------------------------- lifetimes and threads

    static void TestClosed()
    {
        World world = new World();
        world.Terrain.Dispose();
        Refused<ObjectDisposedException>("terrain is closed", delegate { world.Terrain.Read(null); });
        Refused<ObjectDisposedException>("terrain is closed",
            delegate { new Flow(world.Context, FlowDef.Default, world.Terrain); });
        world.Crowd.Step(0.1f); // it still has its terrain
        world.Context.Dispose();
        Refused<ObjectDisposedException>("closed", delegate { world.Crowd.Step(0.1f); });
        Refused<ObjectDisposedException>("closed", delegate { world.Crowd.GetFloats(AgentValue.Position, world.Agents); });
        Refused<ObjectDisposedException>("context is closed", delegate { world.Context.GetInfo(); });
        Refused<ObjectDisposedException>("context is closed", delegate { new Terrain(world.Context, TerrainDef.Default); });
        Assert(world.Crowd.IsClosed);
        world.Crowd.Dispose();
        world.Context.Dispose();
    }

    static void Abandon(int count, List<Crowd> kept)
    {
        for (int i = 0; i < count; i++) {
            World world = new World();
            if (kept != null)
                kept.Add(world.Crowd);
        }
    }

    /// Has a context whose logger has it.
    sealed class Listener
    {
        readonly Context context;
        int heard;

        internal Listener()
        {
            ContextDef def = ContextDef.Default;
            def.backend = Backend.Cpu;
            def.threads = 1;
            context = new Context(def, (level, text) => heard += context == null ? 1 : 2);
        }
    }

    [System.Runtime.CompilerServices.MethodImpl(System.Runtime.CompilerServices.MethodImplOptions.NoInlining)]
    static void Listen(int count)
    {
        for (int i = 0; i < count; i++)
            new Listener();
    }

    static void TestCollectedListeners()
    {
        int before = Alive();
        for (int round = 0; round < 10; round++) {
            Listen(20);
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }
        GC.Collect();
        GC.WaitForPendingFinalizers();
        Assert(Alive() < before + 20, Alive() - before + " contexts of 200 were not destroyed");
    }

    static void TestCollected()
    {
        List<Crowd> kept = new List<Crowd>();
        int before = Alive();
        for (int round = 0; round < 10; round++) {
            Abandon(20, round == 3 ? kept : null);
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }
        foreach (Crowd crowd in kept)
            crowd.Step(0.1f); // keeps what it uses
        kept.Clear();
        GC.Collect();
        GC.WaitForPendingFinalizers();
        GC.Collect();
        GC.WaitForPendingFinalizers();
        Assert(Alive() < before + 50, Alive() - before + " objects of 1000 were not destroyed");
    }

    /// How many objects of the library there are.
    static int Alive()
    {
        Type handle = typeof(Context).Assembly.GetType("Throng.ObjectHandle");
        return (int)handle.GetField("Alive", BindingFlags.NonPublic | BindingFlags.Static).GetValue(null);
    }

    /// The library's context goes with the last object, whoever ends first.
    static void TestEnds()
    {
        for (int order = 0; order < 6; order++) {
            int before = Alive();
            World world = new World();
            IDisposable[] all = { world.Crowd, world.Map, world.Flow, world.Terrain };
            for (int i = 0; i < all.Length; i++)
                all[(i * (order % 2 == 0 ? 1 : 3) + order) % all.Length].Dispose();
            Assert(Alive() <= before + 1); // those of other tests may go meanwhile
            world.Context.Dispose();
            Assert(Alive() <= before);
        }
    }

    static void TestThreads()
    {
        World world = new World();
        int errors = 0;
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.Length; i++) {
            threads[i] = new Thread(delegate() {
                try {
                    for (int step = 0; step < 300; step++) {
                        world.Crowd.Step(0.01f);
                        world.Crowd.GetFloats(AgentValue.Position, world.Agents);
                        world.Map.Update();
                        if (step % 50 == 0)
                            Abandon(1, null);
                    }
                } catch (ObjectDisposedException) {
                } catch (Exception why) {
                    Console.WriteLine(why);
                    Interlocked.Increment(ref errors);
                }
            });
            threads[i].Start();
        }
        Thread.Sleep(50);
        GC.Collect();
        world.Context.Dispose(); // while the others call
        foreach (Thread thread in threads)
            thread.Join();
        Assert(errors == 0);
    }

    static void TestLogger()
    {
        List<string> messages = new List<string>();
        ContextDef def = ContextDef.Default;
        def.backend = Backend.Cpu;
        Context context = null;
        context = new Context(def, delegate(LogLevel level, string text) {
            messages.Add(text);
            if (context != null)
                context.GetInfo(); // it may use the context
        });
        TerrainDef terrain = TerrainDef.Default;
        terrain.width = -1;
        Refused<ThrongException>("width is -1", delegate { new Terrain(context, terrain); });
        Assert(messages.Exists(delegate(string each) { return each.Contains("width is -1"); }));
        GC.Collect();
        Refused<ThrongException>("width is -1", delegate { new Terrain(context, terrain); });
        Crowd crowd = new Crowd(context, CrowdDef.Default); // several calls under one lock
        messages.Clear();
        Refused<ThrongException>("agent was removed", delegate { crowd.Inspect(new Agent(), 0.1f); });
        Assert(messages.Exists(delegate(string each) { return each.Contains("agent was removed"); }));
        context.Dispose();
    }

    static int Threads()
    {
        return System.IO.Directory.GetDirectories("/proc/self/task").Length;
    }

    static T Field<T>(object of, Type type, string name)
    {
        return (T)type.GetField(name, BindingFlags.NonPublic | BindingFlags.Instance).GetValue(of);
    }

    /// What was made in a call whose message the logger does not take ends at once.
    static void TestThrowingLogger()
    {
        ContextDef def = ContextDef.Default; // of any backend: it says which one there is
        def.threads = 16;
        bool calm = false;
        Action<LogLevel, string> logger = delegate(LogLevel level, string text) {
            if (!calm)
                throw new FormatException(text);
        };
        int before = 0;
        bool says = Environment.GetEnvironmentVariable("THRONG_BACKEND") != "cpu";
        for (int i = 0; says && i < 5; i++) {
            Refused<FormatException>("", delegate { new Context(def, logger); });
            before = i == 0 ? Threads() : before;
        }
        Assert(!says || Threads() < before + 30, "threads are left");
        def.threads = -1;
        Refused<FormatException>("threads is -1", delegate { new Context(def, logger); });
        def.threads = 1;
        def.backend = Backend.Cpu;
        Context context = new Context(def, logger);
        object core = Field<object>(context, typeof(ThrongObject), "core");
        Queue<KeyValuePair<LogLevel, string>> messages =
            Field<Queue<KeyValuePair<LogLevel, string>>>(core, core.GetType(), "Messages");
        TerrainDef terrain = TerrainDef.Default;
        terrain.width = terrain.height = 4;
        GC.Collect();
        GC.WaitForPendingFinalizers();
        int alive = Alive();
        messages.Enqueue(new KeyValuePair<LogLevel, string>(LogLevel.Warning, "made"));
        Refused<FormatException>("made", delegate { new Terrain(context, terrain); });
        Assert(Alive() == alive, "the terrain is left");
        calm = true;
        new Terrain(context, terrain).Dispose();
        context.Dispose();
        Assert(Alive() == alive - 1);
    }

    /// With a library of another version in the place of the right one: no struct comes from it.
    static void TestVersion()
    {
        int refused = 0, own = 0;
        foreach (Type type in typeof(Context).Assembly.GetTypes()) {
            PropertyInfo made = type.GetProperty("Default", BindingFlags.Public | BindingFlags.Static);
            if (made == null)
                continue;
            try {
                made.GetValue(null, null);
                own++;
            } catch (TargetInvocationException why) {
                Assert(why.InnerException is DllNotFoundException && why.InnerException.Message.Contains("version 0.99.0"),
                    why.ToString());
                refused++;
            }
        }
        Assert(refused > 12 && own == 1, refused + " and " + own); // that of queries is the package's own
        Refused<DllNotFoundException>("is made for", delegate { new Context(); });
        Refused<DllNotFoundException>("is made for", delegate { new Context(new ContextDef()); });
        Refused<DllNotFoundException>("is made for", delegate { Context.Devices(); });
    }

    /// Calls with values that mean nothing: an exception or a result, and nothing else.
    static void TestJunk()
    {
        World world = new World();
        Random random = new Random(1);
        object[] objects = { world.Terrain, world.Flow, world.Crowd, world.Map };
        int ran = 0, calls = 0;
        for (int i = 0; i < 20000; i++) {
            object target = objects[random.Next(objects.Length)];
            MethodInfo[] methods = target.GetType().GetMethods(BindingFlags.Public | BindingFlags.Instance
                | BindingFlags.DeclaredOnly);
            MethodInfo method = methods[random.Next(methods.Length)];
            object[] arguments = Array.ConvertAll(method.GetParameters(), p => Junk(p.ParameterType, random));
            if (Array.Exists(method.GetParameters(), p => IsSpan(p.ParameterType)) || method.Name == "Dispose")
                continue; // reflection cannot pass spans
            calls++;
            try {
                method.Invoke(target, arguments);
                ran++;
            } catch (TargetInvocationException why) {
                Assert(why.InnerException is ThrongException || why.InnerException is ArgumentException
                    || why.InnerException is OutOfMemoryException, why.ToString());
            }
        }
        Assert(calls > 1000 && ran > 20, calls + " calls, " + ran + " ran");
        world.Crowd.Step(0.1f);
    }

    static bool IsSpan(Type type)
    {
        return type.Name.Contains("Span");
    }

    static object Junk(Type type, Random random)
    {
        int[] numbers = { 0, 1, -1, 5, 1 << 20, int.MaxValue, int.MinValue };
        float[] floats = { 0, 1, -1, 0.1f, float.NaN, float.PositiveInfinity, 1e30f };
        if (type == typeof(float))
            return floats[random.Next(floats.Length)];
        if (type == typeof(int))
            return numbers[random.Next(numbers.Length)];
        if (type == typeof(uint) || type == typeof(ulong))
            return Convert.ChangeType(random.Next(3), type);
        if (type.IsEnum)
            return Enum.ToObject(type, random.Next(-1, 8) & (Enum.GetUnderlyingType(type) == typeof(byte) ? 255 : -1));
        if (type == typeof(Region?) && random.Next(2) == 0)
            return new Region { column = random.Next(-1, 9), row = random.Next(-1, 5), width = random.Next(-1, 9),
                height = numbers[random.Next(numbers.Length)] };
        return type.IsValueType && Nullable.GetUnderlyingType(type) == null && !IsSpan(type)
            ? Activator.CreateInstance(type) : null;
    }

    static int Main(string[] arguments)
    {
        if (arguments.Length > 0 && arguments[0] == "version") {
            Test("version", TestVersion);
            Console.WriteLine(passed + " passed, " + failed + " failed");
            return failed;
        }
        Test("layouts", TestLayouts);
        Test("functions", TestFunctions);
        Test("paths", TestPaths);
        Test("influence", TestInfluence);
        Test("fields", TestFields);
        Test("crowds", TestCrowds);
        Test("names", TestNames);
        Test("messages", TestMessages);
        Test("sizes", TestSizes);
        Test("closed", TestClosed);
        Test("collected", TestCollected);
        Test("collected listeners", TestCollectedListeners);
        Test("ends", TestEnds);
        Test("threads", TestThreads);
        Test("logger", TestLogger);
        Test("throwing logger", TestThrowingLogger);
        Test("junk", TestJunk);
        Console.WriteLine(passed + " passed, " + failed + " failed");
        return failed == 0 && passed == 17 ? 0 : 1;
    }
}

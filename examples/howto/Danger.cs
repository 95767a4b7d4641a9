// Step 5 of the tutorial in C#: units that back off from a guard on patrol. Prints what step5.c prints.
//
// Danger.exe [--hash] also prints the hash of the crowd's last state.
using System;
using Throng;

static class Danger
{
    const int Width = 32, Height = 16, Units = 24, Seconds = 40, StepsPerSecond = 10;
    const float GoalX = 29.5f, GoalY = 11.5f, Alarm = 0.35f;

    static Terrain ReadMap(Context context)
    {
        TerrainDef def = TerrainDef.Default;
        def.width = Width;
        def.height = Height;
        Terrain terrain = new Terrain(context, def);
        terrain.Fill(new Region { column = 11, row = 0, width = 1, height = Height }, 1);
        terrain.Fill(new Region { column = 11, row = 3, width = 1, height = 2 }, 0); // the door
        terrain.Fill(new Region { column = 18, row = 10, width = 2, height = 4 }, 1);
        return terrain;
    }

    static Flow CreateFlow(Context context, Terrain terrain)
    {
        Flow flow = new Flow(context, FlowDef.Default, terrain);
        flow.SetGoals(0, new[] { new Cell { column = (int)GoalX, row = (int)GoalY } });
        flow.Update(); // again whenever goals or walls have changed
        return flow;
    }

    static Influence CreateDanger(Context context, Terrain terrain)
    {
        InfluenceDef def = InfluenceDef.Default;
        def.width = Width;
        def.height = Height;
        def.propagation = Propagation.Path; // around walls, not through them
        Influence danger = new Influence(context, def, terrain);
        InfluenceObject guard = InfluenceObject.Default;
        guard.influence = 1.0f;
        guard.decay = 0.125f; // less for each cell on the way
        guard.maxDistance = 8.0f;
        guard.alpha = 0.5f; // it reaches farther ahead of the guard than behind
        danger.SetObjects(0, 0, new[] { guard });
        return danger;
    }

    static Agent[] AddAgents(Crowd crowd)
    {
        AgentDef[] defs = new AgentDef[Units + 1]; // the guard is the last one
        for (int i = 0; i <= Units; i++) {
            defs[i] = AgentDef.Default;
            defs[i].radius = 0.3f;
            defs[i].maxSpeed = 1.5f;
            defs[i].timeHorizon = 1.5f;
            defs[i].timeHorizonObst = 0.5f;
            defs[i].x = 1.5f + i / 8 * 1.5f;
            defs[i].y = 1.0f + i % 8 * 2.0f;
            defs[i].navigation = Navigation.Flow;
            defs[i].targetX = GoalX;
            defs[i].targetY = GoalY;
        }
        defs[Units].x = defs[Units].targetX = 15.5f;
        defs[Units].y = 8.0f;
        defs[Units].targetY = 14.0f;
        defs[Units].navigation = Navigation.Goal;
        defs[Units].maxSpeed = 1.0f;
        defs[Units].priority = 1; // units step aside for it, it does not for them
        return crowd.Add(defs);
    }

    // The guard walks up and down between two places, and the danger goes with it.
    static void Patrol(Crowd crowd, Influence danger, ReadOnlySpan<Agent> guard)
    {
        float[] position = crowd.GetFloats(AgentValue.Position, guard);
        float[] goal = crowd.GetFloats(AgentValue.Goal, guard);
        if (Math.Abs(position[1] - goal[1]) < 0.5f)
            crowd.Set(AgentValue.Goal, guard, new[] { goal[0], Height - goal[1] });
        danger.MoveObjects(0, 0, position, crowd.GetFloats(AgentValue.Velocity, guard));
        danger.Update();
    }

    // Units back off, down the slope of the danger, or follow the flow. Returns how many back off.
    static int ReactToDanger(Crowd crowd, Influence danger, ReadOnlySpan<Agent> units)
    {
        float[] positions = crowd.GetFloats(AgentValue.Position, units);
        Point[] points = new Point[Units];
        for (int i = 0; i < Units; i++)
            points[i] = new Point { x = positions[2 * i], y = positions[2 * i + 1] };
        Sample[] samples = danger.Sample(0, points);
        int alarmed = 0;
        for (int i = 0; i < Units; i++) {
            ReadOnlySpan<Agent> unit = units.Slice(i, 1);
            float square = (float)((float)(samples[i].dx * samples[i].dx) + (float)(samples[i].dy * samples[i].dy));
            float slope = (float)Math.Sqrt(square);
            if (samples[i].value > Alarm && slope > 0.0f) {
                float[] away = { (float)(-1.5f * samples[i].dx) / slope, (float)(-1.5f * samples[i].dy) / slope };
                crowd.Set(AgentValue.PreferredVelocity, unit, away);
                alarmed++;
            } else {
                crowd.Set(AgentValue.Goal, unit, new[] { GoalX, GoalY });
                crowd.Set(AgentValue.FlowField, unit, new[] { 0 });
            }
        }
        return alarmed;
    }

    static void Main(string[] arguments)
    {
        using (Context context = new Context()) { // ends all that was made on it
            Terrain terrain = ReadMap(context);
            Flow flow = CreateFlow(context, terrain);
            Influence danger = CreateDanger(context, terrain);
            CrowdDef def = CrowdDef.Default;
            def.agentCapacity = Units + 1;
            def.symmetry = 0.05f;
            Crowd crowd = new Crowd(context, def, terrain, flow);
            Agent[] agents = AddAgents(crowd);
            ReadOnlySpan<Agent> units = new ReadOnlySpan<Agent>(agents, 0, Units);

            for (int step = 1; step <= Seconds * StepsPerSecond; step++) {
                Patrol(crowd, danger, new ReadOnlySpan<Agent>(agents, Units, 1));
                int alarmed = ReactToDanger(crowd, danger, units);
                crowd.Step(1.0f / StepsPerSecond);
                if (step % (8 * StepsPerSecond) == 0) {
                    float[] positions = crowd.GetFloats(AgentValue.Position, units);
                    int arrived = 0;
                    for (int i = 0; i < Units; i++)
                        arrived += positions[2 * i] > 26.5f ? 1 : 0;
                    Console.WriteLine("after {0,2} s: {1,2} back off, {2,2} of {3} are at the goal", step / StepsPerSecond,
                        alarmed, arrived, Units);
                }
            }
            if (arguments.Length > 0 && arguments[0] == "--hash")
                Console.WriteLine("{0:x16}", crowd.Hash());
        }
    }
}

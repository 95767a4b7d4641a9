// Frames of 10,000 agents, as tests/bindings/frame.c has them: Frame.exe ROUNDS.
using System;
using System.Diagnostics;
using System.Globalization;
using Throng;

static class Frame
{
    const int Agents = 10000, Side = 100, Frames = 40;

    static void Main(string[] arguments)
    {
        CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
        ContextDef contextDef = ContextDef.Default;
        contextDef.backend = Backend.Cpu;
        contextDef.threads = 1;
        using (Context context = new Context(contextDef)) {
            CrowdDef def = CrowdDef.Default;
            def.agentCapacity = Agents;
            Crowd crowd = new Crowd(context, def);
            AgentDef[] defs = new AgentDef[Agents];
            for (int i = 0; i < Agents; i++) {
                defs[i] = AgentDef.Default;
                defs[i].x = i % Side * 4.0f;
                defs[i].y = i / Side * 4.0f;
                defs[i].targetX = i % 2 == 1 ? 1.0f : -1.0f;
            }
            Agent[] agents = crowd.Add(defs);
            float[] positions = new float[2 * Agents];
            for (int round = 0; round < int.Parse(arguments[0]) && Console.ReadLine() != null; round++) {
                double least = 1e9;
                for (int frame = 0; frame < Frames; frame++) {
                    long start = Stopwatch.GetTimestamp();
                    crowd.Step(0.05f);
                    crowd.Get(AgentValue.Position, agents, positions);
                    least = Math.Min(least, (Stopwatch.GetTimestamp() - start) * 1e6 / Stopwatch.Frequency);
                }
                Console.WriteLine("{0:F1}", least);
            }
            Console.WriteLine("{0:x16}", crowd.Hash());
        }
    }
}

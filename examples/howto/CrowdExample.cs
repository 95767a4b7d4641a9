// A crowd in C#: two units swap places.
using System;

static class CrowdExample
{
    static void Main()
    {
        IntPtr context, crowd;
        if (Throng.throng_context_create(IntPtr.Zero, out context) != 0)
            return;
        Throng.CrowdDef def = Throng.throng_crowd_default_def();
        def.symmetry = 0.05f;
        Throng.Check(Throng.throng_crowd_create(context, ref def, out crowd), context);

        Throng.AgentDef[] defs = new Throng.AgentDef[2];
        Throng.Agent[] agents = new Throng.Agent[2];
        for (int i = 0; i < 2; i++) {
            defs[i] = Throng.throng_agent_default_def();
            defs[i].x = 20.0f * i;
            defs[i].navigation = 1;
            defs[i].targetX = 20.0f - defs[i].x;
        }
        Throng.Check(Throng.throng_crowd_add(crowd, 2, defs, UIntPtr.Zero, agents), context);

        float[] positions = new float[4];
        for (int step = 0; step < 200; step++) {
            Throng.Check(Throng.throng_crowd_step(crowd, 0.1f), context);
            Throng.Check(Throng.throng_crowd_get(crowd, Throng.Position, 2, agents, UIntPtr.Zero, positions,
                UIntPtr.Zero), context);
        }
        Console.WriteLine("x = {0:0.0} and {1:0.0}", positions[0], positions[2]);
        Throng.throng_crowd_destroy(crowd);
        Throng.throng_context_destroy(context);
    }
}

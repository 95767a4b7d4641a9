//! Frames of 10,000 agents, as tests/bindings/frame.c has them: frame ROUNDS.
use std::time::Instant;

use throng::{AgentDef, AgentValue, Backend, Context, ContextDef, Crowd, CrowdDef, Result};

const AGENTS: usize = 10000;
const SIDE: usize = 100;
const FRAMES: usize = 40;

fn main() -> Result<()> {
    let context = Context::new(&ContextDef { backend: Backend::CPU, threads: 1, ..Default::default() })?;
    let crowd = Crowd::new(&context, &CrowdDef { agent_capacity: AGENTS as i32, ..Default::default() })?;
    let defs: Vec<AgentDef> = (0..AGENTS)
        .map(|i| AgentDef {
            x: (i % SIDE) as f32 * 4.0,
            y: (i / SIDE) as f32 * 4.0,
            target_x: if i % 2 == 1 { 1.0 } else { -1.0 },
            ..Default::default()
        })
        .collect();
    let agents = crowd.add(&defs)?;
    let mut positions = vec![[0.0f32; 2]; AGENTS];
    let rounds = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(1);
    for _ in 0..rounds {
        let mut line = String::new();
        if std::io::stdin().read_line(&mut line).unwrap_or(0) == 0 {
            break;
        }
        let mut least = f64::MAX;
        for _ in 0..FRAMES {
            let start = Instant::now();
            crowd.step(0.05)?;
            crowd.get_into(AgentValue::POSITION, &agents, &mut positions)?;
            least = least.min(start.elapsed().as_secs_f64() * 1e6);
        }
        println!("{:.1}", least);
    }
    println!("{:016x}", crowd.hash()?);
    Ok(())
}

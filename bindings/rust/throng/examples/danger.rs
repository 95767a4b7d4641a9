//! Step 5 of the tutorial in Rust: units that back off from a guard on patrol. Prints what step5.c prints.
//!
//! danger [--hash] also prints the hash of the crowd's last state.
use throng::{
    Agent, AgentDef, AgentValue, Cell, Context, ContextDef, Crowd, CrowdDef, Flow, FlowDef, Influence, InfluenceDef,
    InfluenceObject, Navigation, Point, Propagation, Region, Result, Terrain, TerrainDef,
};

const WIDTH: i32 = 32;
const HEIGHT: i32 = 16;
const UNITS: usize = 24;
const SECONDS: i32 = 40;
const STEPS_PER_SECOND: i32 = 10;
const GOAL: [f32; 2] = [29.5, 11.5];
const ALARM: f32 = 0.35;

fn read_map(context: &Context) -> Result<Terrain> {
    let terrain = Terrain::new(context, &TerrainDef { width: WIDTH, height: HEIGHT, ..Default::default() })?;
    let fill = |column, row, width, height, blocked| {
        terrain.fill(Some(Region { column, row, width, height }), blocked)
    };
    fill(11, 0, 1, HEIGHT, 1)?;
    fill(11, 3, 1, 2, 0)?; // the door
    fill(18, 10, 2, 4, 1)?;
    Ok(terrain)
}

fn create_flow(context: &Context, terrain: &Terrain) -> Result<Flow> {
    let flow = Flow::new(context, &FlowDef { terrain: Some(terrain), ..Default::default() })?;
    flow.set_goals(0, &[Cell { column: GOAL[0] as i32, row: GOAL[1] as i32 }])?;
    flow.update()?; // again whenever goals or walls have changed
    Ok(flow)
}

fn create_danger(context: &Context, terrain: &Terrain) -> Result<Influence> {
    let danger = Influence::new(context, &InfluenceDef {
        width: WIDTH,
        height: HEIGHT,
        propagation: Propagation::PATH, // around walls, not through them
        terrain: Some(terrain),
        ..Default::default()
    })?;
    danger.set_objects(0, 0, &[InfluenceObject {
        influence: 1.0,
        decay: 0.125, // less for each cell on the way
        max_distance: 8.0,
        alpha: 0.5, // it reaches farther ahead of the guard than behind
        ..Default::default()
    }])?;
    Ok(danger)
}

fn add_agents(crowd: &Crowd) -> Result<Vec<Agent>> {
    let unit = AgentDef {
        radius: 0.3,
        max_speed: 1.5,
        time_horizon: 1.5,
        time_horizon_obst: 0.5,
        navigation: Navigation::FLOW,
        target_x: GOAL[0],
        target_y: GOAL[1],
        ..Default::default()
    };
    let mut defs: Vec<AgentDef> =
        (0..UNITS).map(|i| AgentDef { x: 1.5 + (i / 8) as f32 * 1.5, y: 1.0 + (i % 8) as f32 * 2.0, ..unit }).collect();
    defs.push(AgentDef {
        x: 15.5,
        y: 8.0,
        target_x: 15.5,
        target_y: 14.0,
        navigation: Navigation::GOAL,
        max_speed: 1.0,
        priority: 1, // units step aside for it, it does not for them
        ..unit
    });
    crowd.add(&defs)
}

/// The guard walks up and down between two places, and the danger goes with it.
fn patrol(crowd: &Crowd, danger: &Influence, guard: &[Agent]) -> Result<()> {
    let position: Vec<[f32; 2]> = crowd.get(AgentValue::POSITION, guard)?;
    let goal: Vec<[f32; 2]> = crowd.get(AgentValue::GOAL, guard)?;
    if (position[0][1] - goal[0][1]).abs() < 0.5 {
        crowd.set(AgentValue::GOAL, guard, &[[goal[0][0], HEIGHT as f32 - goal[0][1]]])?;
    }
    let velocity: Vec<[f32; 2]> = crowd.get(AgentValue::VELOCITY, guard)?;
    danger.move_objects(0, 0, &position, Some(&velocity))?;
    danger.update()
}

/// Units back off, down the slope of the danger, or follow the flow. Returns how many back off.
fn react_to_danger(crowd: &Crowd, danger: &Influence, units: &[Agent]) -> Result<usize> {
    let positions: Vec<[f32; 2]> = crowd.get(AgentValue::POSITION, units)?;
    let points: Vec<Point> = positions.iter().map(|&[x, y]| Point { x, y, world: 0 }).collect();
    let samples = danger.sample(0, &points)?;
    let mut alarmed = 0;
    for (unit, at) in units.chunks(1).zip(samples) {
        let slope = (at.dx * at.dx + at.dy * at.dy).sqrt();
        if at.value > ALARM && slope > 0.0 {
            let away = [-1.5 * at.dx / slope, -1.5 * at.dy / slope];
            crowd.set(AgentValue::PREFERRED_VELOCITY, unit, &[away])?;
            alarmed += 1;
        } else {
            crowd.set(AgentValue::GOAL, unit, &[GOAL])?;
            crowd.set(AgentValue::FLOW_FIELD, unit, &[0])?;
        }
    }
    Ok(alarmed)
}

fn main() -> Result<()> {
    let context = Context::new(&ContextDef::default())?;
    let terrain = read_map(&context)?;
    let flow = create_flow(&context, &terrain)?;
    let danger = create_danger(&context, &terrain)?;
    let crowd = Crowd::new(&context, &CrowdDef {
        agent_capacity: UNITS as i32 + 1,
        symmetry: 0.05,
        terrain: Some(&terrain),
        flow: Some(&flow),
        ..Default::default()
    })?;
    let agents = add_agents(&crowd)?;
    let (units, guard) = agents.split_at(UNITS);

    for step in 1..=SECONDS * STEPS_PER_SECOND {
        patrol(&crowd, &danger, guard)?;
        let alarmed = react_to_danger(&crowd, &danger, units)?;
        crowd.step(1.0 / STEPS_PER_SECOND as f32)?;
        if step % (8 * STEPS_PER_SECOND) == 0 {
            let positions: Vec<[f32; 2]> = crowd.get(AgentValue::POSITION, units)?;
            let arrived = positions.iter().filter(|at| at[0] > 26.5).count();
            let seconds = step / STEPS_PER_SECOND;
            println!("after {seconds:2} s: {alarmed:2} back off, {arrived:2} of {UNITS} are at the goal");
        }
    }
    if std::env::args().nth(1).as_deref() == Some("--hash") {
        println!("{:016x}", crowd.hash()?);
    }
    Ok(())
}

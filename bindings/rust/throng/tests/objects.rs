//! Results, bad input of every kind, lifetimes, and threads.
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

use throng::*;

struct World {
    context: Context,
    terrain: Terrain,
    flow: Flow,
    crowd: Crowd,
    map: Influence,
    agents: Vec<Agent>,
}

fn cpu() -> ContextDef<'static> {
    ContextDef { backend: Backend::CPU, threads: 1, ..Default::default() }
}

fn world() -> World {
    let context = Context::new(&cpu()).unwrap();
    let terrain = Terrain::new(&context, &TerrainDef { width: 8, height: 4, ..Default::default() }).unwrap();
    let flow = Flow::new(&context, &FlowDef { terrain: Some(&terrain), ..Default::default() }).unwrap();
    let def = CrowdDef { agent_capacity: 40, terrain: Some(&terrain), flow: Some(&flow), ..Default::default() };
    let crowd = Crowd::new(&context, &def).unwrap();
    let walker = AgentDef { y: 1.5, target_y: 1.5, navigation: Navigation::GOAL, radius: 0.2, ..Default::default() };
    let agents = crowd
        .add(&[AgentDef { x: 1.5, target_x: 6.5, ..walker }, AgentDef { x: 6.5, target_x: 1.5, ..walker }])
        .unwrap();
    let map = Influence::new(&context, &InfluenceDef { width: 8, height: 4, layers: 2, ..Default::default() }).unwrap();
    World { context, terrain, flow, crowd, map, agents }
}

fn refused<T>(result: Result<T>, text: &str) -> Error {
    match result {
        Ok(_) => panic!("was not refused: {}", text),
        Err(error) => {
            assert!(error.to_string().contains(text) && !error.to_string().is_empty(), "{:?}: no {:?}", error, text);
            error
        }
    }
}

// ---------------------------------------------------------------- objects

#[test]
fn paths() {
    let World { context, terrain, flow, .. } = world();
    terrain.fill(Some(Region { column: 3, row: 0, width: 1, height: 3 }), 1).unwrap();
    let cells = terrain.read(None).unwrap();
    assert!(cells.len() == 32 && cells[3] == 1 && cells[27] == 0);
    let pairs = [CellPair { from: Cell { column: 1, row: 0 }, to: Cell { column: 4, row: 0 } }];
    assert_eq!(terrain.distances(Grid::SQUARE4, &pairs).unwrap(), [9.0]);
    flow.set_goals(0, &[Cell { column: 7, row: 0 }]).unwrap();
    flow.update().unwrap();
    assert_eq!(flow.read_lengths(0, None).unwrap()[7], 0.0);
    assert_eq!(flow.read_directions(0, None).unwrap()[7], FlowDirection::GOAL);
    let way = flow.sample(FlowSampling::CELL, &[FlowPoint { x: 6.5, y: 0.5, ..Default::default() }]).unwrap();
    assert_eq!(way, [FlowVector { dx: 1.0, dy: 0.0, length: 1.0 }]);
    assert_eq!(flow.field_for(0, 0.3).unwrap(), 0);
    assert_eq!(flow.get_info().unwrap().backend, Backend::CPU);
    let route = Route::new(&context, &RouteDef { terrain: Some(&terrain), ..Default::default() }).unwrap();
    route.set_costs(None, &[0.0; 32]).unwrap();
    let found = route.find(&pairs).unwrap()[0];
    let mut path = vec![Cell::default(); found.cell_count as usize];
    route.read(0, 1, &mut path).unwrap();
    assert_eq!(path.last().unwrap().column, 4);
    refused(route.read(0, 1, &mut path[..3]), &found.cell_count.to_string());
}

#[test]
fn influence() {
    let World { context, map, .. } = world();
    let object = InfluenceObject { y: 1.5, max_distance: 2.0, ..Default::default() };
    map.set_objects(0, 0, &[
        InfluenceObject { x: 2.5, ..object },
        InfluenceObject { x: 6.5, influence: -1.0, ..object },
    ])
    .unwrap();
    map.update().unwrap();
    let values = map.read(0, None).unwrap();
    assert!(values.len() == 32 && values[10] == 1.0 && values[14] == -1.0);
    assert_eq!(map.best(0, None).unwrap().column, 2);
    map.move_objects(0, 0, &[[3.5, 1.5]], Some(&[[1.0, 0.0]])).unwrap();
    map.move_objects(0, 0, &[[3.5, 1.5]], None).unwrap();
    map.update_layer(0).unwrap();
    assert_eq!((map.object_count(0), map.best(0, None).unwrap().column), (2, 3));
    assert_eq!(map.sample(0, &[Point { x: 3.5, y: 1.5, world: 0 }]).unwrap()[0].value, 1.0);
    map.combine(&[1.0, 0.5]).unwrap();
    assert_eq!(map.read(constants::LAYER_COMBINED, None).unwrap()[11], 1.0);
    let best = map.best_of_neighbors(0, Extreme::LARGEST, 1, &[Cell { column: 4, row: 1 }]).unwrap();
    assert_eq!(best[0].column, 3);
    let def = InfluenceDef { width: 8, height: 8, ..Default::default() };
    assert_eq!(Influence::explain(&context, &def).unwrap().backend, Backend::CPU);
}

#[test]
fn fields() {
    let World { context, .. } = world();
    let def = MeasureDef { types: 1, kind: MeasureKind::TABLE, table: Some(&[0.0, 1.0]), ..Default::default() };
    let measure = Measure::new(&context, &def).unwrap();
    assert_eq!(measure.value(1).unwrap(), 1.0);
    assert_eq!(measure.choquet(&[1.0, 2.0]).unwrap().len(), 2);
    let field = Potential::new(&context, &PotentialDef { goal_capacity: 1, point_capacity: 4, ..Default::default() }).unwrap();
    field.set_goals(0, &[PotentialGoal { x: 10.0, k: 1.0, ..Default::default() }]).unwrap();
    field.set_points(0, &[PotentialPoint { x: 1.0, y: 1.0, ..Default::default() }; 2]).unwrap();
    field.update().unwrap();
    assert!(field.read(0, 2).unwrap()[0].fx > 0.0);
    refused(field.read(0, i32::MAX), "");
    let def = TraceDef { field: Some(&field), start_capacity: 1, max_steps: 20, keep_points: 1, ..Default::default() };
    let trace = Trace::new(&context, &def).unwrap();
    trace.set_starts(0, &[TraceStart { x: 3.0, y: 3.0, speed: 1.0, ..Default::default() }]).unwrap();
    trace.update().unwrap();
    assert!(!trace_status_name(trace.read(0, 1).unwrap()[0].status).is_empty());
    assert_eq!(trace.read_points(0, 0, 2).unwrap()[0].x, 3.0);
    refused(trace.read_points(5, 0, 1), "");
}

#[test]
fn crowds() {
    let World { crowd, agents, .. } = world();
    for _ in 0..10 {
        crowd.step(0.1).unwrap();
    }
    let positions: Vec<[f32; 2]> = crowd.get(AgentValue::POSITION, &agents).unwrap();
    assert!(positions[0][0] > 1.5 && positions[1][0] < 6.5);
    let (saved, hash) = (crowd.save().unwrap(), crowd.hash().unwrap());
    crowd.step(0.1).unwrap();
    assert_ne!(crowd.hash().unwrap(), hash);
    crowd.restore(&saved).unwrap();
    assert_eq!(crowd.hash().unwrap(), hash);
    crowd.set_all(AgentValue::RADIUS, &[0.25f32, 0.3]).unwrap();
    assert_eq!(crowd.get_all::<f32>(AgentValue::RADIUS).unwrap(), [0.25, 0.3]);
    assert_eq!(crowd.get::<u64>(AgentValue::ID, &agents).unwrap(), [0, 1]);
    assert_eq!(crowd.get::<[f64; 2]>(AgentValue::POSITION_DOUBLE, &agents).unwrap().len(), 2);
    assert_eq!(crowd.find(1).unwrap(), agents[1]);
    assert_eq!(crowd.list().unwrap().len(), 2);
    let (hits, found) = crowd.find_nearest(&[CrowdQuery::default()], 3).unwrap();
    assert!(hits.len() == 3 && found == [2] && hits[0].distance > 0.0);
    assert!(crowd.get_events(flag::ARRIVED).unwrap().is_empty());
    assert!(crowd.inspect(agents[0], 0.1).unwrap().avoided.len() <= 1);
    let wall = crowd.add_obstacle(&[Vertex::default(), Vertex { x: 1.0, y: 0.0 }]).unwrap();
    crowd.remove_obstacle(wall).unwrap();
    refused(crowd.remove_obstacle(wall), "handle was removed");
    crowd.remove(&agents).unwrap();
    assert_eq!(crowd.get_info().unwrap().agents, 0);
    refused(crowd.get::<f32>(AgentValue::RADIUS, &agents), "");
    assert!(crowd.get::<f32>(AgentValue::RADIUS, &[]).unwrap().is_empty());
}

#[test]
fn names() {
    assert!(version() == env!("CARGO_PKG_VERSION") && isa_available(Isa::REFERENCE));
    assert_eq!((backend_name(Backend::CPU), isa_name(Isa(77))), ("cpu".to_string(), "".to_string()));
    assert_eq!(operation_name(Operation::CROWD), "crowd");
    assert!(!status_string(Status::ERROR_CAPACITY).is_empty());
    assert!(devices(&ContextDef { cache: Some("off"), ..Default::default() }).is_ok());
    assert_eq!(world().context.get_info().unwrap().device, -1);
    assert_eq!(Perception::VISION | Perception::HEARING, Perception(3));
}

// ---------------------------------------------------------------- bad input

#[test]
fn messages() {
    let World { context, crowd, .. } = world();
    let error = refused(Crowd::new(&context, &CrowdDef { agent_capacity: -1, ..Default::default() }),
        "def.agent_capacity is -1: 0 to 8388608");
    assert_eq!(error.status(), Status::ERROR_INVALID_ARGUMENT);
    assert_eq!(refused(crowd.add(&vec![AgentDef::default(); 41]), "at most 40").status(), Status::ERROR_CAPACITY);
    refused(crowd.add(&[AgentDef { cookie: 0, ..Default::default() }]), "");
    refused(crowd.step(f32::NAN), "dt");
    refused(Context::new(&ContextDef { threads: 5000, ..cpu() }), "threads is 5000");
    refused(Context::new(&ContextDef { isa: Isa(77), ..cpu() }), "");
    refused(Context::new(&ContextDef { device: Some("a\0b"), ..cpu() }), "character 0");
    refused(Flow::new(&context, &FlowDef::default()), "");
    let other = world();
    refused(Crowd::new(&context, &CrowdDef { terrain: Some(&other.terrain), ..Default::default() }), "");
}

#[test]
fn sizes() {
    let World { context, terrain, crowd, map, agents, .. } = world();
    refused(terrain.set(None, &[0; 31]), "31 entries instead of 32");
    refused(crowd.get_into(AgentValue::RADIUS, &agents, &mut [0.0f32; 3]), "instead of 2");
    refused(crowd.get::<f32>(AgentValue::POSITION, &agents), "consists of 2 numbers");
    refused(crowd.get::<[f32; 2]>(AgentValue::RADIUS, &agents), "consists of 1 numbers");
    refused(crowd.get::<i32>(AgentValue::RADIUS, &agents), "F32");
    refused(crowd.set(AgentValue::ID, &agents, &[1u64, 2]), "");
    refused(crowd.get::<f32>(AgentValue(77), &agents), "");
    refused(crowd.set_all(AgentValue::RADIUS, &[1.0f32]), "");
    refused(map.move_objects(0, 0, &[[0.0; 2]], Some(&[[0.0; 2]; 2])), "instead of 1");
    refused(map.read_into(0, None, &mut [0.0; 33]), "instead of 32");
    refused(crowd.find_nearest(&[CrowdQuery::default(); 2], i32::MAX), "too many");
    refused(crowd.find_nearest(&[CrowdQuery::default(); 2], -1), "");
    refused(map.read(0, Some(Region { column: 0, row: 0, width: -3, height: -3 })), "");
    refused(map.read(0, Some(Region { column: 4, row: 0, width: 8, height: 4 })), "");
    refused(map.read(5, None), "");
    refused(map.combine(&[]), "");
    refused(crowd.restore(&[0; 1000]), "");
    refused(crowd.restore(&[]), "");
    refused(crowd.get::<f32>(AgentValue::RADIUS, &[Agent::default()]), "");
    let table = MeasureDef { types: 10, kind: MeasureKind::TABLE, table: Some(&[0.0, 1.0]), ..Default::default() };
    refused(Measure::new(&context, &table), "2 entries instead of 1024");
    refused(Measure::explain(&context, &table), "2 entries instead of 1024");
    refused(Measure::new(&context, &MeasureDef { types: 100, ..table }), "types is 100");
}

// ---------------------------------------------------------------- lifetimes and threads

#[test]
fn any_order() {
    for order in 0..6 {
        let World { context, terrain, flow, crowd, map, .. } = world();
        let mut all: Vec<Option<Box<dyn std::any::Any>>> =
            vec![Some(Box::new(context)), Some(Box::new(terrain)), Some(Box::new(flow)), Some(Box::new(map))];
        for i in 0..4 {
            let stride = if order % 2 == 0 { 1 } else { 3 };
            drop(all[(i * stride + order) % 4].take());
            crowd.step(0.1).unwrap(); // keeps what it uses
        }
    }
}

#[test]
fn threads() {
    let World { context, crowd, map, agents, .. } = world();
    let (context, crowd, map) = (Arc::new(context), Arc::new(crowd), Arc::new(map));
    let threads: Vec<_> = (0..4)
        .map(|_| {
            let (context, crowd, map, agents) = (context.clone(), crowd.clone(), map.clone(), agents.clone());
            thread::spawn(move || {
                for _ in 0..200 {
                    crowd.step(0.01).unwrap();
                    crowd.get::<[f32; 2]>(AgentValue::POSITION, &agents).unwrap();
                    map.update().unwrap();
                    drop(Terrain::new(&context, &TerrainDef { width: 2, height: 2, ..Default::default() }).unwrap());
                }
            })
        })
        .collect();
    drop((crowd, map, context));
    for each in threads {
        each.join().unwrap();
    }
}

#[test]
fn loggers() {
    let messages = Arc::new(Mutex::new(Vec::new()));
    let kept = messages.clone();
    let count = Arc::new(AtomicUsize::new(0));
    let counted = count.clone();
    let logger: Logger = Arc::new(move |_, text: &str| {
        kept.lock().unwrap().push(text.to_string());
        counted.fetch_add(1, Ordering::Relaxed);
    });
    let context = Context::new(&ContextDef { logger: Some(logger), ..cpu() }).unwrap();
    refused(Terrain::new(&context, &TerrainDef { width: -1, ..Default::default() }), "width is -1");
    assert!(messages.lock().unwrap().iter().any(|text| text.contains("width is -1")));
    assert!(count.load(Ordering::Relaxed) > 0);
}

/// A context whose logger panics ends there, with its threads.
#[cfg(target_os = "linux")]
#[test]
fn a_logger_that_panics_at_once() {
    let count = || std::fs::read_dir("/proc/self/task").unwrap().count();
    let says = std::env::var("THRONG_BACKEND").map_or(true, |backend| backend != "cpu");
    let logger: Logger = Arc::new(|_, text: &str| panic!("{}", text));
    // of any backend: it says which one there is
    let def = ContextDef { threads: 31, logger: Some(logger), ..Default::default() };
    let mut before = 0;
    for i in 0..if says { 4 } else { 0 } {
        let made = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| Context::new(&def).map(drop)));
        assert!(made.is_err());
        before = if i == 0 { count() } else { before };
    }
    assert!(!says || count() < before + 60); // of other tests, too
    let wrong = ContextDef { threads: -1, ..def };
    assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| Context::new(&wrong).map(drop))).is_err());
}

/// With a library of another version in the place of the right one: no struct comes from it.
#[test]
#[ignore]
fn another_version() {
    let def = ContextDef::default();
    let error = refused(Context::new(&def), "throng's library is version 0.99.0; this crate is made for ");
    assert_eq!(error.status(), Status::ERROR_UNSUPPORTED);
    refused(devices(&def), "0.99.0");
    assert_eq!((AgentDef::default().cookie, AgentDef::default().radius), (0, 0.0));
    assert_eq!((CrowdDef::default().agent_capacity, TerrainDef::default().worlds), (0, 0));
}

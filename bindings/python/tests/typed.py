"""What a type checker has to accept, and, on the lines that say so, to refuse: test_types.py runs mypy over it."""
import numpy as np

import throng

context = throng.Context(backend="cpu", threads=1)
throng.Context(backend="gpu")  # wrong
throng.Context(thread=1)  # wrong
terrain = throng.Terrain(context, width=4, height=4)
terrain.set(np.zeros((4, 4), bool))
crowd = throng.Crowd(context, agent_capacity=10, terrain=terrain, neighbors="gaps", perception="vision|hearing")
throng.Crowd(context, agent_capacity="10")  # wrong
throng.Crowd(context, terrain=context)  # wrong
throng.Crowd(context, neighbors="near")  # wrong
handles = crowd.add(x=[1, 2], y=0, navigation="goal", target_x=np.zeros(2))
crowd.add(z=1)  # wrong
crowd.step(0.1)
crowd.step("0.1")  # wrong
near: throng.Hits = crowd.find_nearest(x=[1, 2], y=0, except_=handles, capacity=3)
crowd.find_within(x=0, distance=1)  # wrong
crowd.events("arrived")["agent"]
crowd.add_obstacle_double([(0, 0), (1, 1)])
flow = throng.Flow(context, terrain=terrain, costs=1, clearances=[0.5], unreached="nearest")
throng.Flow(context, terrain=terrain, unreached="far")  # wrong
flow.set_costs(np.ones((4, 4), np.uint8))
field: int = flow.field_for(radius=0.4)
state: int = crowd.hash()
snapshot: bytes = crowd.save()
info: throng.records.CrowdInfo = crowd.info()
backend: throng.Backend = info.backend
best = throng.Influence(context, width=4, height=4).best()
value: float = best.value
column: str = best.column  # wrong
world = throng.World([context])
cut = throng.WorldInfluence(world, width=4, height=4, weights=[1], propagation="path")
throng.WorldInfluence(world, width=4, height="4")  # wrong
throng.WorldInfluence(context, width=4, height=4)  # wrong
cut.set_objects([7], x=1, y=[2], decay_kind="linear")
cut.set_objects(x=1)  # wrong
objects: int = cut.info().objects[0]
cells: throng.records.Best = cut.best("combined")
charges = throng.WorldPotential(world, goal_capacity=3)
charges.set_points(0, x=[1], y=2)
throng.WorldPotential(world, capacity=3)  # wrong
tiles = throng.WorldFlow(world, width=4, height=4, clearances=[0.5])
throng.WorldFlow(world, width=4)  # wrong
followers = throng.WorldCrowd(world, world_flow=tiles, skin=1.0)
throng.WorldCrowd(world, world_flow=flow)  # wrong

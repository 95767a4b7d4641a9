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

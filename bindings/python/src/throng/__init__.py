"""throng: influence maps, potential fields, flow fields and crowds for games, with the same bits everywhere.

    import throng
    with throng.Context() as context:
        crowd = throng.Crowd(context, agent_capacity=100)
        handles = crowd.add(x=range(100), y=0, navigation="goal", target_x=range(99, -1, -1), target_y=50)
        crowd.step(0.1)
        positions = crowd.get("position", handles)

Names and defaults are those of the C interface, whose documentation holds. Wrong input raises throng.Error or one of its
kin, with the library's message; arguments of a wrong type raise TypeError, arrays of a wrong shape ValueError."""
from . import dtypes, enums, records
from .context import Context, devices, isa_available, version
from .crowd import Crowd, Hits, View
from .enums import (AgentValue, Backend, Decay, Escape, Flag, Grid, Heading, Isa, Navigation, Neighbors, Perception,
                    Propagation, Status, TraceStatus)
from .errors import (BuildFailed, CapacityError, ClosedError, Error, InexactDevice, InvalidArgument, LostError, NoDevice,
                     OpenCLError, OutOfMemory, Unsupported)
from .influence import Influence
from .paths import Flow, Route, Trace
from .potential import Measure, Potential
from .readback import Read, Readback
from .terrain import Terrain
from .world import World, WorldCrowd
from .world_maps import WorldFlow, WorldInfluence, WorldPotential

__version__ = version

__all__ = ["AgentValue", "Backend", "BuildFailed", "CapacityError", "ClosedError", "Context", "Crowd", "Decay", "Error",
           "Escape", "Flag", "Flow", "Grid", "Heading", "Hits", "InexactDevice", "Influence", "InvalidArgument", "Isa",
           "LostError", "Measure", "Navigation", "Neighbors", "NoDevice", "OpenCLError", "OutOfMemory", "Perception",
           "Potential", "Propagation", "Read", "Readback", "Route", "Status", "Terrain", "Trace", "TraceStatus",
           "Unsupported", "View", "World", "WorldCrowd", "WorldFlow", "WorldInfluence", "WorldPotential", "devices",
           "dtypes", "enums", "isa_available", "records", "version"]

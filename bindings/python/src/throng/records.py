# Written by bindings/generate.py from include/throng. Do not edit.
"""What calls report, as named tuples."""
from typing import NamedTuple, Tuple

from . import enums


class ContextInfo(NamedTuple):
    """What a context runs on."""
    isa: enums.Isa
    """Instruction set of the CPU backend, never AUTO."""
    threads: int
    """Number of tasks that run at once."""
    opencl: int
    """1 if an OpenCL device is open, otherwise 0."""
    device: int
    """Number of the open device in throng_devices(). -1: none, or one that the host opened."""
    device_exact: int
    """1 if the device rounds correctly, so that its results equal those of the CPU."""
    device_name: str
    """Name of the open device, or ""."""
    device_version: str
    """OpenCL version of the open device, or ""."""


class DeviceInfo(NamedTuple):
    """An OpenCL device of this machine. Texts that are too long are cut."""
    number: int
    """Its number, for throng_context_def.device."""
    type: enums.DeviceType
    """Its type."""
    exact: int
    """1 if it rounds quotients, roots, products and sums correctly, as a probe on the device found."""
    compute_units: int
    """Number of compute units."""
    memory_bytes: int
    """Global memory, in bytes."""
    name: str
    """Name of the device."""
    platform: str
    """Name of the OpenCL platform."""
    version: str
    """OpenCL version that it supports."""
    driver: str
    """Version of its driver."""
    reason: str
    """Why it is not exact or cannot be used; "" if neither."""


class CrowdInfo(NamedTuple):
    """Facts about a crowd."""
    backend: enums.Backend
    """Backend that the crowd lives on."""
    agents: int
    """Present number of agents, and the most that there may be."""
    capacity: int
    """Present number of agents, and the most that there may be."""
    lost: int
    """1 if the device failed and the crowd is lost; throng_crowd_reset() or throng_crowd_restore() brings it
    back.
    """
    walls: int
    """Number of edges of obstacles, those of terrain included."""
    steps: int
    """Number of steps so far."""
    added: int
    """Number of agents ever added."""
    host_bytes: int
    """Memory from the allocator, in bytes."""
    device_bytes: int
    """Memory on the device, in bytes."""
    kernel_seconds: float
    """Time of the device's kernels in the last step. 0 unless the context profiles."""
    home_x: float
    """Its home, see throng_crowd_def.origin_x. Positions and goals in OpenCL buffers are relative to it."""
    home_y: float
    """Its home, see throng_crowd_def.origin_x. Positions and goals in OpenCL buffers are relative to it."""


class Selection(NamedTuple):
    """The backend that an object of a def is created on, and why."""
    backend: enums.Backend
    """The selected backend."""
    measured: int
    """1: selected by measured costs. 0: by the rule, or there was no choice."""
    cpu_seconds: float
    """Expected seconds of a frame on each backend. 0 if not known."""
    opencl_seconds: float
    """Expected seconds of a frame on each backend. 0 if not known."""
    reason: str
    """The reason in words."""


class CalibrateOperation(NamedTuple):
    """Result of a calibration for one operation."""
    measured: int
    """1: the sizes that the others are estimated by were run at least twice on both backends."""
    kept: int
    """1: selections use these costs from now on."""
    noisy: int
    """1: the repeats differ so much, or other programs used the machine so much, that a selection could lose
    more than 5 % on the mean of the sizes, or 25 % at one size. Nothing was kept; earlier costs stay.
    """
    sizes: int
    """Number of sizes that were run. Others are estimated by them."""
    repeats: int
    """Repeats of the size that was repeated most."""
    spread: float
    """By how much the second least repeat exceeds the least, as a part of the least: median over the sizes
    that were repeated. Does not say whether costs are kept, since most sizes have a clear winner.
    """
    largest_spread: float
    """The largest such spread of any size."""


class CalibrateReport(NamedTuple):
    """Result of a calibration."""
    seconds: float
    """Seconds that it took."""
    saved: int
    """1: what was kept is in the file of the cache folder."""
    operations: Tuple[CalibrateOperation, ...]
    """Result of each operation, indexed by throng_operation."""


class FlowInfo(NamedTuple):
    """Facts about a flow."""
    backend: enums.Backend
    """Backend that the fields live on."""
    lost: int
    """1 if the device failed and the flow is lost; throng_flow_reset() and new goals bring it back."""
    host_bytes: int
    """Memory from the allocator, in bytes."""
    device_bytes: int
    """Memory on the device, in bytes."""
    kernel_seconds: float
    """Time of the device's kernels since the last update began. 0 unless the context profiles."""


class Best(NamedTuple):
    """A cell and its value."""
    column: int
    """The cell; rows count over all worlds. -1 and -1: there is none."""
    row: int
    """The cell; rows count over all worlds. -1 and -1: there is none."""
    value: float
    """Value of the cell."""


class InfluenceInfo(NamedTuple):
    """Facts about a map."""
    backend: enums.Backend
    """Backend that the map lives on."""
    layers: int
    """Number of layers."""
    lost: int
    """1 if the device failed and the map is lost; throng_influence_reset() brings it back."""
    host_bytes: int
    """Memory from the allocator, in bytes."""
    device_bytes: int
    """Memory on the device, in bytes."""
    kernel_seconds: float
    """Time of the device's kernels in the last update, or in the last call after it that samples or queries
    many points, neighbours or regions. 0 unless the context profiles.
    """


class MeasureInfo(NamedTuple):
    """Facts about a measure."""
    kind: enums.MeasureKind
    """Its kind, as in the def."""
    types: int
    """Its number of types, as in the def."""
    backend: enums.Backend
    """Backend that the measure lives on."""
    lost: int
    """1 if the device failed and the measure is lost. Destroy it and create it again."""
    lambda_: float
    """The lambda in use, given or computed. 0 for TABLE."""
    all: float
    """Value of all types together."""
    normalized: int
    """1 if the values were normalized, as the def asked."""
    monotone: int
    """1 if the measure is monotone."""
    smaller: int
    """If not monotone: the first set, in ascending order, that a type makes smaller. Otherwise 0."""
    larger: int
    """If not monotone: that set with the first such type, whose value is smaller. Otherwise 0."""
    host_bytes: int
    """Memory from the allocator, in bytes."""
    device_bytes: int
    """Memory on the device, in bytes."""
    kernel_seconds: float
    """Time of the device's kernels in the last call. 0 unless the context profiles."""


class PotentialInfo(NamedTuple):
    """Facts about a field."""
    backend: enums.Backend
    """Backend that the field lives on."""
    sources: int
    """Present number of each, in all worlds together."""
    goals: int
    """Present number of each, in all worlds together."""
    points: int
    """Present number of each, in all worlds together."""
    lost: int
    """1 if the device failed and the field is lost; throng_potential_reset() brings it back."""
    host_bytes: int
    """Memory from the allocator, in bytes."""
    device_bytes: int
    """Memory on the device, in bytes."""
    kernel_seconds: float
    """Time of the device's kernels in the last update. 0 unless the context profiles."""


class ReadbackInfo(NamedTuple):
    """Facts about a readback."""
    backend: enums.Backend
    """Backend of its object."""
    slots: int
    """Slots, and those that hold a read."""
    used: int
    """Slots, and those that hold a read."""
    lost: int
    """1 if the device failed and the readback is lost; throng_readback_reset() brings it back."""
    entry_bytes: int
    """Bytes of an entry."""
    reads: int
    """Number of reads that began so far."""
    host_bytes: int
    """Memory from the allocator, in bytes."""
    device_bytes: int
    """Memory from the device's driver, in bytes."""


class TraceInfo(NamedTuple):
    """Facts about a tracer."""
    backend: enums.Backend
    """Backend that the tracer lives on."""
    starts: int
    """Present number of starts."""
    lost: int
    """1 if the device failed and the tracer is lost; throng_trace_reset() brings it back."""
    host_bytes: int
    """Memory from the allocator, in bytes."""
    device_bytes: int
    """Memory on the device, in bytes."""
    kernel_seconds: float
    """Time of the device's kernels in the last update. 0 unless the context profiles."""


class WorldInfo(NamedTuple):
    """Facts about a world."""
    rank: int
    """This process, and how many there are."""
    size: int
    """This process, and how many there are."""
    parts: int
    """Parts of all processes; the first one of this process, and how many it has."""
    first_part: int
    """Parts of all processes; the first one of this process, and how many it has."""
    local_parts: int
    """Parts of all processes; the first one of this process, and how many it has."""
    lost: int
    """1 if the transport has failed."""


class WorldCrowdInfo(NamedTuple):
    """Facts about a crowd of a world."""
    agents: int
    """Agents of all processes, as of the last call that changed their number."""
    own: int
    """Agents and ghosts of this process."""
    ghosts: int
    """Agents and ghosts of this process."""
    lost: int
    """1 if the crowd is lost."""
    border: int
    """Ghosts that other parts have of agents of this process. Each step sends their motions."""
    steps: int
    """Number of steps so far, and of agents ever added."""
    added: int
    """Number of steps so far, and of agents ever added."""
    lists: int
    """Times that lists of ghosts were rebuilt, and that the crowd was cut."""
    cuts: int
    """Times that lists of ghosts were rebuilt, and that the crowd was cut."""
    moved: int
    """Agents that have left parts of this process for other parts."""
    bytes_sent: int
    """Bytes that this process has sent to others; those of them with ghosts' motions in single steps."""
    motion_bytes_sent: int
    """Bytes that this process has sent to others; those of them with ghosts' motions in single steps."""
    step_seconds: float
    """Time of this process, in seconds: in the steps of parts; with ghosts' motions and waiting for other
    processes; with new lists and cuts.
    """
    exchange_seconds: float
    """Time of this process, in seconds: in the steps of parts; with ghosts' motions and waiting for other
    processes; with new lists and cuts.
    """
    list_seconds: float
    """Time of this process, in seconds: in the steps of parts; with ghosts' motions and waiting for other
    processes; with new lists and cuts.
    """
    imbalance: float
    """Time of the slowest part divided by the mean, when that was looked at last. 0: never so far."""
    skin: float
    """The present skin."""


class WorldFlowInfo(NamedTuple):
    """Facts about a flow of a world."""
    cells: int
    """Cells of the whole map."""
    updates: int
    """Updates that succeeded and had something to do, and rounds of lengths that were exchanged in them."""
    rounds: int
    """Updates that succeeded and had something to do, and rounds of lengths that were exchanged in them."""
    bytes_sent: int
    """Bytes that this process has sent to others in them."""
    update_seconds: float
    """Time of this process in updates, in seconds; of that with messages and waiting for other processes."""
    exchange_seconds: float
    """Time of this process in updates, in seconds; of that with messages and waiting for other processes."""


class WorldInfluenceInfo(NamedTuple):
    """Facts about an influence map of a world."""
    objects: Tuple[int, ...]
    """Objects of a layer, of all processes, as of the last call that changed their number."""
    cells: int
    """Cells of the whole map, and of the parts of this process."""
    own_cells: int
    """Cells of the whole map, and of the parts of this process."""
    reaching: int
    """Objects of all layers that reached parts of this process in the last update, each part counted by
    itself.
    """
    lost: int
    """1 if the map is lost."""
    updates: int
    """Updates so far."""
    bytes_sent: int
    """Bytes that this process has sent to others, of the world."""
    update_seconds: float
    """Time of this process in updates, in seconds: in the maps of parts, and with objects and waiting for
    other processes.
    """
    exchange_seconds: float
    """Time of this process in updates, in seconds: in the maps of parts, and with objects and waiting for
    other processes.
    """


class WorldPotentialInfo(NamedTuple):
    """Facts about a potential field of a world."""
    sources: int
    """Sources of all processes, as of the last call that changed their number."""
    reaching: int
    """Sources of which parts of this process were told, each part counted by itself, as of the last update."""
    goals: int
    """Goals, and points of this process."""
    points: int
    """Goals, and points of this process."""
    lost: int
    """1 if the field is lost."""
    updates: int
    """Updates so far."""
    bytes_sent: int
    """Bytes that this process has sent to others, of the world."""
    update_seconds: float
    """Time of this process in updates, in seconds: in the fields of parts, and with sources and waiting for
    other processes.
    """
    exchange_seconds: float
    """Time of this process in updates, in seconds: in the fields of parts, and with sources and waiting for
    other processes.
    """


RECORDS = {
    'throng_context_info': ContextInfo,
    'throng_device_info': DeviceInfo,
    'throng_crowd_info': CrowdInfo,
    'throng_selection': Selection,
    'throng_calibrate_operation': CalibrateOperation,
    'throng_calibrate_report': CalibrateReport,
    'throng_flow_info': FlowInfo,
    'throng_best': Best,
    'throng_influence_info': InfluenceInfo,
    'throng_measure_info': MeasureInfo,
    'throng_potential_info': PotentialInfo,
    'throng_readback_info': ReadbackInfo,
    'throng_trace_info': TraceInfo,
    'throng_world_info': WorldInfo,
    'throng_world_crowd_info': WorldCrowdInfo,
    'throng_world_flow_info': WorldFlowInfo,
    'throng_world_influence_info': WorldInfluenceInfo,
    'throng_world_potential_info': WorldPotentialInfo,
}

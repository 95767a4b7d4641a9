"""What is raised where a call fails."""
from .enums import Status


class Error(Exception):
    """A call failed. Its text is the library's message: the parameter, its value, and what is allowed."""

    status: Status

    def __init__(self, message: str, status: int = 0, opencl_error: int = 0):
        super().__init__(message)
        self.status = Status(status)
        """One of Status.ERROR_*."""
        self.opencl_error = opencl_error
        """OpenCL's own code, if OpenCL failed; otherwise 0."""

    def __reduce__(self):
        return type(self), (str(self), int(self.status), self.opencl_error)


class InvalidArgument(Error, ValueError):
    """A mistake of the caller. Nothing was done."""


class ClosedError(InvalidArgument):
    """The object was closed."""


class CapacityError(Error, ValueError):
    """More entries than the object was created for. Nothing was done."""


class OutOfMemory(Error, MemoryError):
    """The allocator or the device had no more memory."""


class Unsupported(Error):
    """Not built in, or not offered by this processor, device or backend."""


class NoDevice(Error):
    """There is no OpenCL library, platform or usable device."""


class InexactDevice(Error):
    """The device does not round as IEEE 754 requires."""


class BuildFailed(Error):
    """The device's compiler rejected a kernel. Its output goes to the logger."""


class OpenCLError(Error):
    """Another OpenCL call failed; opencl_error has OpenCL's code."""


class LostError(Error):
    """The device failed and the object's contents are lost. reset() brings it back."""


BY_STATUS = {Status.ERROR_INVALID_ARGUMENT: InvalidArgument, Status.ERROR_CAPACITY: CapacityError,
             Status.ERROR_OUT_OF_MEMORY: OutOfMemory, Status.ERROR_UNSUPPORTED: Unsupported,
             Status.ERROR_NO_DEVICE: NoDevice, Status.ERROR_INEXACT_DEVICE: InexactDevice,
             Status.ERROR_BUILD_FAILED: BuildFailed, Status.ERROR_OPENCL: OpenCLError,
             Status.ERROR_LOST: LostError}

"""What the stages of gpu-check stand on: commands with time limits, the clock of a run, files that are whole at any
moment."""
import ctypes
import json
import os
import shutil
import signal
import subprocess
import tarfile
import tempfile
import time

PATIENCE = 25  # seconds in which every command but the slow ones should end
STOPS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
FILE_MOST = 15 * 1024 * 1024  # of the packed raw files; what would make them larger stays out


class Wrong(Exception):
    """The caller's mistake: exit status 2."""


class Failed(Exception):
    """A command, or a stage, that did not do what it should."""

    output = ""  # what it had written until then


class Skipped(Exception):
    """A stage that has nothing to do here."""


class OutOfTime(Exception):
    """The time of the run, or of the stage, is over."""

    output = ""


class Stopped(BaseException):
    """A signal asks to end."""


def write_whole(path, text):
    """The file is the old one or the new one, never a half."""
    folder = os.path.dirname(os.path.abspath(path))
    handle, name = tempfile.mkstemp(prefix=".gpu-check-", dir=folder)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(text)
    os.chmod(name, 0o644)
    os.replace(name, path)


def stop(number, _=None):
    raise Stopped("signal %s" % signal.Signals(number).name)


def begin_child():
    """In a child: where this process is killed, what it started does not keep the device busy. Linux alone."""
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPS)


class Run:
    """One run: where things are, how much time is left, what is known so far."""

    def __init__(self, options, bundle, out):
        self.small, self.seconds, self.bundle, self.out = options.small, options.seconds, bundle, out
        self.json_copy, self.number = options.json, options.device
        self.begin = time.monotonic()
        self.end = self.begin + max(options.seconds - 2, 1)  # two seconds to write everything down
        self.stage_end = self.end
        self.work = tempfile.mkdtemp(prefix="gpu-check-")
        self.raw = os.path.join(self.work, "raw")
        os.mkdir(self.raw)
        self.device, self.is_gpu = {}, False
        self.environment = self.clean_environment(options)
        os.makedirs(out, exist_ok=True)
        self.log_path = os.path.join(out, "log.txt")
        self.log_file = open(self.log_path, "w", encoding="utf-8", errors="replace")
        self.child = None

    def clean_environment(self, options):
        """Nothing of the user's that chooses backends or forms; built kernels in a folder of this run's, unless
        the caller has one."""
        env = dict(os.environ)
        for name in ("THRONG_BACKEND", "THRONG_ISA", "THRONG_DEVICE", "THRONG_CL_WIDTH", "THRONG_CL_GROUP",
                     "THRONG_COSTS", "OPENCL_LAYERS", "GPU_CHECK_TRACE", "GPU_CHECK_BUILD_LOG"):
            env.pop(name, None)
        folders = [os.path.join(self.bundle, "lib"), "/usr/local/nvidia/lib64", "/usr/local/nvidia/lib"]
        env["LD_LIBRARY_PATH"] = ":".join(folders + [f for f in env.get("LD_LIBRARY_PATH", "").split(":") if f])
        for name, value in (("THRONG_CACHE", "throng-cache"), ("POCL_CACHE_DIR", "pocl-cache"),
                            ("CUDA_CACHE_PATH", "cuda-cache"), ("HOME", "home")):
            env.setdefault(name, os.path.join(self.work, value))
            if env[name].startswith(self.work):
                os.mkdir(env[name])
        env.setdefault("POCL_WORK_GROUP_SPECIALIZATION", "0")  # else PoCL compiles for each size of grids anew
        env.setdefault("PATH", "/usr/local/bin:/usr/bin:/bin")
        if options.device is not None:
            env["CUDA_VISIBLE_DEVICES"] = env["GPU_DEVICE_ORDINAL"] = str(options.device)
            env["CUDA_DEVICE_ORDER"] = "PCI_BUS_ID"  # nvidia-smi counts so
        return env

    def log(self, text):
        self.log_file.write(text.rstrip("\n") + "\n")
        self.log_file.flush()

    def left(self):
        return self.stage_end - time.monotonic()

    def tool(self, name):
        return os.path.join(self.bundle, name)

    # ---- commands

    def command(self, arguments, seconds, env=None, keep=None, slow=False):
        """The command's standard output. seconds: what it may take by itself; more is a failure. That the stage's
        time is over is none where less than PATIENCE was left, or where the command is known to be slow. keep: a
        raw file that gets the output as it comes."""
        limit = min(seconds, self.left())
        name = os.path.basename(arguments[0]) + " " + " ".join(arguments[1:3])
        if limit < 1:
            raise OutOfTime("%s: no time is left" % name)
        path = os.path.join(self.raw, keep) if keep else os.path.join(self.work, "output")
        self.log("$ " + " ".join(arguments) + "".join(" %s=%s" % pair for pair in sorted((env or {}).items())))
        begin = time.monotonic()
        with open(path, "wb") as output, open(os.path.join(self.work, "errors"), "wb") as errors:
            # a handler that raised in the midst of Python's own waiting would leave a lock that is never given back
            signal.pthread_sigmask(signal.SIG_BLOCK, STOPS)
            try:
                self.child = subprocess.Popen(arguments, stdin=subprocess.DEVNULL, stdout=output, stderr=errors,
                                              env={**self.environment, **(env or {})}, start_new_session=True,
                                              preexec_fn=begin_child)
                status = self.wait(limit)
            except OSError as error:
                raise Failed("%s: %s" % (name, error.strerror)) from error
            finally:
                self.kill_child()
                signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPS)
        with open(os.path.join(self.work, "errors"), encoding="utf-8", errors="replace") as file:
            said = file.read()
        self.log(said + "(%.2f s, exit status %s)" % (time.monotonic() - begin, status))
        with open(path, encoding="utf-8", errors="replace") as file:
            text = file.read()
        ended = None
        if status is None and limit < seconds and (slow or limit < PATIENCE):
            ended = OutOfTime("%s: cut off after %.0f s, all that was left" % (name, limit))
        elif status is None:
            ended = Failed("%s: no end after %.0f s" % (name, limit))
        elif status != 0:
            lines = [line for line in said.splitlines() if line.strip()]
            how = "signal %d" % -status if status < 0 else "exit status %d" % status
            ended = Failed("%s: %s%s" % (name, how, ": " + lines[-1][:300] if lines else ""))
        if ended:
            ended.output = text
            raise ended
        return text

    def wait(self, seconds):
        """The child's exit status, None: it has not ended in this time."""
        end = time.monotonic() + seconds
        while True:
            status, left = self.child.poll(), end - time.monotonic()
            if status is not None or left <= 0:
                return status
            asked = signal.sigtimedwait(STOPS, min(left, 0.05))
            if asked:
                stop(asked.si_signo)

    def kill_child(self):
        if self.child is None:
            return
        try:
            os.killpg(self.child.pid, signal.SIGKILL)  # what it left behind, too
        except OSError:
            pass
        self.child.wait()
        self.child = None

    def attempt(self, data, *arguments, about="", **options):
        """As command(), but an end before its time is noted in data, and the stage goes on with what was written
        until then."""
        try:
            return self.command(*arguments, **options)
        except Failed as failure:
            data.setdefault("failures", []).append(about + str(failure))
            return failure.output
        except OutOfTime as over:
            data.setdefault("left_out", []).append(about + str(over))
            return over.output

    def found(self, *names):
        for name in names:
            path = shutil.which(name, path=self.environment["PATH"]) or (os.access(name, os.X_OK) and name)
            if path:
                return path
        return None

    # ---- files

    def pack(self):
        """All raw files in one: small ones first, as many as go in."""
        path = os.path.join(self.out, "raw.tar.gz")
        files = [os.path.join(folder, name) for folder, _, names in os.walk(self.raw) for name in names]
        handle, name = tempfile.mkstemp(prefix=".gpu-check-", dir=self.out)
        os.close(handle)
        with tarfile.open(name, "w:gz", compresslevel=3) as archive:
            size = 0
            for file in sorted(files, key=os.path.getsize):
                size += os.path.getsize(file)
                if size < 4 * FILE_MOST:
                    archive.add(file, os.path.join("raw", os.path.relpath(file, self.raw)))
        if os.path.getsize(name) > FILE_MOST:
            os.remove(name)
            self.log("the raw files are larger than %d bytes and stay out" % FILE_MOST)
            return
        os.chmod(name, 0o644)
        os.replace(name, path)

    def write(self, results, page):
        text = json.dumps(results, indent=1) + "\n"
        write_whole(os.path.join(self.out, "results.json"), text)
        write_whole(os.path.join(self.out, "page.md"), page)
        if self.json_copy:
            write_whole(self.json_copy, text)

    def close(self):
        self.log_file.close()
        shutil.rmtree(self.work, ignore_errors=True)

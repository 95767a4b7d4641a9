"""The Conan recipe, for Conan 2: `conan create packaging/conan`, from a checkout of throng."""
import os
import re

from conan import ConanFile
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load, rmdir

required_conan_version = ">=2.0"


class Throng(ConanFile):
    name = "throng"
    description = "Influence maps, potential fields, flow fields and crowds for games, with the same bits everywhere"
    license = "MIT"
    topics = ("game-ai", "crowd-simulation", "influence-map", "flow-field", "simd", "opencl")
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False], "fPIC": [True, False], "opencl": [True, False]}
    default_options = {"shared": False, "fPIC": True, "opencl": True}
    implements = ["auto_shared_fpic"]
    languages = "C"

    @property
    def _root(self):
        return os.path.normpath(os.path.join(self.recipe_folder, "..", ".."))

    def set_version(self):
        # The header's macros are the only place that says the version.
        header = load(self, os.path.join(self._root, "include", "throng", "context.h"))
        self.version = ".".join(re.search(r"THRONG_VERSION_%s (\d+)" % part, header).group(1)
                                for part in ("MAJOR", "MINOR", "PATCH"))

    def export_sources(self):
        for pattern in ("CMakeLists.txt", "LICENSE", "cmake/*", "include/*", "src/*", "kernels/*"):
            copy(self, pattern, src=self._root, dst=self.export_sources_folder)

    def layout(self):
        cmake_layout(self)

    def requirements(self):
        if self.options.opencl:
            # Headers alone: the library itself is opened at run time.
            self.requires("opencl-headers/[>=2022.09.30]", transitive_headers=True)

    def validate(self):
        if self.settings.get_safe("compiler.cppstd"):
            check_min_cppstd(self, 11)

    def generate(self):
        CMakeDeps(self).generate()
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["THRONG_OPENCL"] = "ON" if self.options.opencl else "OFF"
        for part in ("TESTS", "PROGRAM", "MPI", "EXAMPLES"):
            toolchain.cache_variables["THRONG_" + part] = "OFF"
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()
        copy(self, "LICENSE", src=self.source_folder, dst=os.path.join(self.package_folder, "licenses"))
        for folder in (("lib", "cmake"), ("lib", "pkgconfig"), ("share",)):
            rmdir(self, os.path.join(self.package_folder, *folder))

    def package_info(self):
        self.cpp_info.libs = ["throng"]
        self.cpp_info.set_property("cmake_file_name", "throng")
        self.cpp_info.set_property("cmake_target_name", "throng::throng")
        self.cpp_info.set_property("pkg_config_name", "throng")
        if self.options.shared:
            self.cpp_info.defines = ["THRONG_SHARED"]
        elif self.settings.os in ("Linux", "FreeBSD", "Android"):
            self.cpp_info.system_libs = ["m", "dl", "pthread"]

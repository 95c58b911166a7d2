# Read by CMake right after llama-cpp-python's `project()` line (CMAKE_PROJECT_llama_cpp_INCLUDE).
# Its CMakeLists.txt forces llama.cpp's `common` library on, which the Python binding never loads and which is half of
# the compile time. A normal variable set here is found before the forced cache entry (policies CMP0077 and CMP0126).
set(LLAMA_BUILD_COMMON OFF)

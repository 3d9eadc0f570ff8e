# What of llama.cpp is compiled. CMake reads this before llama.cpp's own files, since
# `.cargo/config.toml` names it in CMAKE_PROJECT_INCLUDE.
#
# Its part for chats, downloads and command lines (`common`, 52 files, and an HTTP client) is
# used for one thing: the converter of JSON Schema that `attest grammar bench --engine llama`
# compares with. The binding compiles it whether it is asked to or not, so it is left out here,
# unless the environment says ATTEST_LLAMA_COMMON=1 (docs/grammar.md).
if(NOT "$ENV{ATTEST_LLAMA_COMMON}" STREQUAL "1")
    set(LLAMA_BUILD_COMMON OFF CACHE BOOL "" FORCE)
endif()

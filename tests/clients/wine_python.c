/* python.exe for Windows: runs the Python of a library, LIBRARY. */
#include <windows.h>

int wmain(int argc, wchar_t **argv)
{
    HMODULE library = LoadLibraryW(LIBRARY);
    int (*run)(int, wchar_t **) = library ? (int (*)(int, wchar_t **))GetProcAddress(library, "Py_Main") : NULL;

    return run ? run(argc, argv) : 127;
}

/* bcryptprimitives.dll for Wine before version 9, which lacks it: Rust programs take their random numbers from it. */
#include <windows.h>
#include <ntsecapi.h>

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T length)
{
    return RtlGenRandom(data, length);
}

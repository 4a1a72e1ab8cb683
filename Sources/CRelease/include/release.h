#pragma once

/* The commit that the programs were built from, such as 85a6aeabdf98, or "unknown" outside of make and git. */
extern const char *const _Nonnull crelease_commit;

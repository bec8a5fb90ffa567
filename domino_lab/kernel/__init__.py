"""The kernel: hands on plain numbers, for numba to compile; the only second place where a rule is decided."""

"""The kernel: hands as plain numbers, compiled by numba; the only other place that decides by the rules."""

"""The speed table: `make bench` prints it. Timings live here, never in the tests."""

"""Haima: the memory beside a language model."""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # read when NumPy loads; matrices here are small, cores are shared

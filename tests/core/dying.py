"""Importing this ends the process at once, as a kill or a lack of memory would: only for workers of tests."""

import os
from multiprocessing import parent_process

if parent_process() is not None or "DASK_WORKER" in os.environ or os.environ.get("LOKY_WORKER"):
    os._exit(9)

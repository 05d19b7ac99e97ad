# Confines itself and becomes another program: the launcher of the level `seccomp` for languages that cannot do it themselves.
import os
import sys

sys.path.insert(0, __file__.rsplit("/", 2)[0])

from haft_runner.restrict import restrict  # noqa: E402
from haft_runner.settings import Settings  # noqa: E402

restrict(Settings(sys.argv[1]))
os.execv(sys.argv[2], sys.argv[2:])

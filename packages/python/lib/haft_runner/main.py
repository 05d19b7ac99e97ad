# Where the interpreter starts: puts the runner's folder on the path and hands over to the parent.
# This file is compiled anew at every start, so that it holds nothing else.
import sys

LIBRARY = __file__.rsplit("/", 2)[0]
sys.path.insert(0, LIBRARY)

from haft_runner.parent import run  # noqa: E402

run(sys.argv[1], LIBRARY)

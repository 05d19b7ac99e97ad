"""What an editor knows of `plnt`: the same names as in `haft`."""

from haft import ToolContext as ToolContext
from haft import tool as tool

"""Names that need no import in a file of tools. Pyright and Pylance read this file."""

from haft import ToolContext as ToolContext
from haft import ask_user as ask_user
from haft import primer_tool as primer_tool
from haft import resumes as resumes
from haft import sleep_for as sleep_for
from haft import sleep_until as sleep_until
from haft import tool as tool
from haft import wait_for_signal as wait_for_signal
from haft import watch_files as watch_files

"""The tools of a loaded module: how each is found and what its arguments become."""

from __future__ import annotations

from .arguments import Decoders, Mismatch
from .errors import Refused
from .results import Records


class Tool:
    """One tool: its plan, its function, and the decoders of its arguments, all made before any call."""

    def __init__(self, module, plan):
        self.name = plan["tool"]
        self.plan = plan
        self._module = module
        decoders = Decoders(module, plan["definitions"])
        self._decoders = {p["name"]: decoders.make(p["shape"]) for p in plan["parameters"] if "shape" in p}

    def function(self):
        """The tool's function."""
        return self._find(self.plan["function"])

    def companion(self):
        """The function that goes on after a wait."""
        resume = self.plan.get("resume")
        if not resume or not resume.get("function"):
            raise Refused("no_companion", f"{self.name} has no companion to go on with", f"add @resumes({self.plan['function']})")
        return self._find(resume["function"])

    def _find(self, name):
        found = getattr(self._module, name, None)
        if not callable(found):
            raise Refused("load_failed", f"the loaded module has no function {name}", "define it whenever the module is loaded")
        return found

    def arguments(self, given, context):
        """Positional and named arguments of the function. Raises Mismatch."""
        known = self._decoders.keys()
        for name in given:
            if name not in known:
                raise Mismatch(f"{self.name} has no argument {name}; it has: {', '.join(known) or 'none'}")
        positional, named = [], {}
        for parameter in self.plan["parameters"]:
            if parameter["passing"] == "context":
                if parameter["positional"]:
                    positional.append(context)
                else:
                    named["ctx"] = context
                continue
            name = parameter["name"]
            if name not in given and "default" not in parameter:
                if parameter["passing"] == "positional" and _comes_later(self.plan["parameters"], parameter, given):
                    positional.append(_own_default(self.function(), name))
                continue
            value = self._decoded(name, given.get(name, parameter.get("default")))
            if parameter["passing"] == "positional":
                positional.append(value)
            else:
                named[name] = value
        return positional, named

    def _decoded(self, name, value):
        try:
            return self._decoders[name](value)
        except Mismatch as fault:
            raise Mismatch(f"{name}{fault.path}: {fault.message}") from fault
        except RecursionError:
            raise Mismatch(f"{name}: it is nested too deep") from None


def _comes_later(parameters, absent, given):
    """Whether a later parameter that is passed by place has a value, so that the place of this one must be filled."""
    after = parameters[parameters.index(absent) + 1 :]
    return any(
        (p["passing"] == "context" and p["positional"]) or (p["passing"] == "positional" and (p["name"] in given or "default" in p))
        for p in after
    )


def _own_default(function, name):
    import inspect

    return inspect.signature(function).parameters[name].default


class Tools:
    """Every tool of the module."""

    def __init__(self, module, plans, paths, is_async):
        self.paths = paths
        self.is_async = is_async
        self.plans = plans
        self.records = Records()
        self._tools = {}
        for name, plan in plans.items():
            self.records.add(module, plan)
            self._tools[name] = Tool(module, plan)

    def by_name(self, name):
        """Raises the error `unknown_tool`."""
        found = self._tools.get(name)
        if found is None:
            raise Refused("unknown_tool", f"there is no tool {name!r} here; there are: {', '.join(self._tools)}", "haft tools lists them")
        return found

"""Why an offer is what it is, in one line. Pure."""

from __future__ import annotations

from agent.routing.plan import Plan

SHOWN_SCORES = 5


def explain(plan: Plan) -> str:
    """Scores, signals, rules and the offer, in this order, separated by bars."""
    best = list(plan.scores.tools.items())[:SHOWN_SCORES]
    scores = ", ".join(f"{name} {score:.3f}" for name, score in best)
    parts = {
        "scores": f"{scores}, nothing {plan.scores.nothing:.3f}",
        "signals": ", ".join(plan.signals.names()) or "none",
        "rules": ", ".join(plan.rules) or "none",
        "offer": _offer(plan),
    }
    return " | ".join(f"{name}: {text}" for name, text in parts.items())


def _offer(plan: Plan) -> str:
    if plan.question is not None:
        options = "".join(f" {option.tool}" for option in plan.question.options)
        return f"asks for {plan.question.need.value} ({plan.question.tool}){options and ':' + options}"
    tools = [f"{tool.tool.name} ({tool.reason.value})" for tool in plan.offer.tools]
    required = "required " if plan.offer.required else ""
    return required + (", ".join(tools) or "no tools")

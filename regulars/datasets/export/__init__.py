"""Exports runs and conversations to formats of other projects, one module a format.

A format is a registered entry of kind `export`: a class with `drops`, the names in `losses` of what it cannot carry,
and `write(source, out)`. Its fields are the options of its spec, such as `supervised:replies=right`.
"""

from __future__ import annotations

from regulars import registry

_HERE = "regulars.datasets.export"

registry.register(
    "export",
    "locomo",
    f"{_HERE}.locomo:LoCoMoExport",
    summary="LoCoMo's JSON: conversations of two speakers, questions",
)
registry.register(
    "export",
    "longmemeval",
    f"{_HERE}.longmemeval:LongMemEvalExport",
    summary="LongMemEval's JSON: each question with its own history",
)
registry.register(
    "export",
    "realmem",
    f"{_HERE}.realmem:RealMemExport",
    summary="a folder with RealMem's JSON: conversations of one person with an assistant, queries",
)
registry.register(
    "export",
    "memorybench",
    f"{_HERE}.memorybench:MemoryBenchExport",
    summary="a folder with MemoryBench's rows: dialogs with feedback, questions; shape=list or single",
)
registry.register(
    "export",
    "chat",
    f"{_HERE}.chat:ChatExport",
    summary="chat messages in OpenAI's form, as JSON lines with a session each; times=session or turn",
)
registry.register(
    "export",
    "huggingface",
    f"{_HERE}.huggingface:HuggingFaceExport",
    summary="a folder for the Hugging Face hub: parquet files and a card; name=TEXT; extra data",
)
registry.register(
    "export",
    "supervised",
    f"{_HERE}.supervised:SupervisedExport",
    summary="JSON lines for fine-tuning: messages with masks; replies=all, liked or right",
)
registry.register(
    "export",
    "preferences",
    f"{_HERE}.preferences:PreferenceExport",
    summary="JSON lines for preference optimisation: pairs of replies by feedback; margin=2",
)
registry.register(
    "export",
    "groups",
    f"{_HERE}.groups:GroupExport",
    summary="JSON lines for GRPO: comparable rollouts with terms of reward; level=episode or reply",
)
registry.register(
    "export",
    "minari",
    f"{_HERE}.minari_episodes:MinariExport",
    summary="a Minari data set of the assistant's seat; name=NAME; extra rl",
)
registry.register(
    "export",
    "inspect",
    f"{_HERE}.inspect_samples:InspectExport",
    summary="JSON lines with a sample of Inspect for each question; history=whole, evidence or none",
)

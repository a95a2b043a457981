"""An endpoint on this machine that speaks the OpenAI protocol and is driven by scripted policies: to rehearse a run."""

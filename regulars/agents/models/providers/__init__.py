"""Models of providers beside OpenAI's chat completions, each through its own client, which is loaded when it is used."""

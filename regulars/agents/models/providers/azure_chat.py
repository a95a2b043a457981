"""A deployment in Azure OpenAI, through the `openai` client."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from regulars.agents.models.endpoint import trusted
from regulars.agents.models.openai_chat import OpenAIChat
from regulars.errors import ConfigurationError


class AzureChat(OpenAIChat):
    """A deployment behind Azure's chat completions.

    With `api_version`, calls go to the deployment's own URL, as Azure's dated versions ask for. Without it they go to
    `RESOURCE/openai/v1`, which takes the deployment's name as the model. `base_url` is the resource's URL, such as
    `https://NAME.openai.azure.com`; by default that of the variable `AZURE_OPENAI_ENDPOINT`.
    """

    provider = "azure"
    key_variable = "AZURE_OPENAI_API_KEY"
    address_variable = "AZURE_OPENAI_ENDPOINT"
    has_default_address = False
    own_options: ClassVar[Mapping[str, Any]] = {"api_version": ""}

    def _check(self) -> None:
        super()._check()
        if not self.options["base_url"]:
            raise ConfigurationError(
                "the URL of the Azure resource is missing",
                where=self._where,
                expected=f"the environment variable {self.address_variable}, or base_url",
            )
        version = self.options["api_version"]
        if not isinstance(version, str):
            raise ConfigurationError(f"api_version is {version!r}", where=self._where, expected="text: 2024-10-21")

    def _new_client(self) -> Any:
        from openai import AzureOpenAI, DefaultHttpxClient, OpenAI

        transport = DefaultHttpxClient(verify=trusted())
        if not self.options["api_version"]:
            return OpenAI(api_key=self._key, http_client=transport, **self._connection())
        return AzureOpenAI(api_key=self._key, http_client=transport, **self._deployment())

    def _opened(self) -> Any:
        from openai import AsyncAzureOpenAI, AsyncOpenAI, DefaultAsyncHttpxClient

        async def key() -> str:
            return self._key()

        transport = DefaultAsyncHttpxClient(verify=trusted())
        if not self.options["api_version"]:
            return AsyncOpenAI(api_key=key, http_client=transport, **self._connection())
        return AsyncAzureOpenAI(api_key=key, http_client=transport, **self._deployment())

    def _connection(self) -> dict[str, Any]:
        resource = str(self.options["base_url"]).rstrip("/").removesuffix("/openai/v1")
        return {**super()._connection(), "base_url": f"{resource}/openai/v1"}

    def _deployment(self) -> dict[str, Any]:
        """The arguments of Azure's clients besides key and transport."""
        connection = {**super()._connection()}
        resource = connection.pop("base_url")
        return {
            **connection,
            "azure_endpoint": resource,
            "azure_deployment": self.name,
            "api_version": self.options["api_version"],
        }

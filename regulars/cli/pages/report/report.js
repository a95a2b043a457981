// Brings one more line of a chart to the front.
for (const choice of document.querySelectorAll("select[data-highlight]")) {
  choice.closest(".choice").hidden = false;
  const lines = choice.closest(".chart").querySelectorAll(".line.behind");
  choice.addEventListener("change", () => {
    for (const line of lines) line.classList.toggle("picked", line.dataset.line === choice.value);
  });
}

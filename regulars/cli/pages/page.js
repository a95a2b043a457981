// Applies the chosen colours before the page is drawn, and fills the choice once it is there.
(() => {
  const root = document.documentElement;
  const stored = () => { try { return localStorage.getItem("regulars-theme") || ""; } catch { return ""; } };
  const apply = (theme) => {
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    else delete root.dataset.theme;
  };
  apply(stored());
  document.addEventListener("DOMContentLoaded", () => {
    const choice = document.getElementById("theme");
    if (!choice) return;
    choice.hidden = false;
    choice.value = root.dataset.theme || "";
    choice.addEventListener("change", () => {
      apply(choice.value);
      try { localStorage.setItem("regulars-theme", choice.value); } catch { /* the choice lasts as long as the page */ }
    });
  });
})();

// Boxes that scroll sideways are reached by the keyboard. The theme makes those of tables when a page is read.
document$.subscribe(() => {
  const reach = () => document.querySelectorAll(".md-typeset__scrollwrap").forEach((box) => { box.tabIndex = 0; });
  reach();
  setTimeout(reach);
});

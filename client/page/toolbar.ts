/**
 * Keeps a bar on one line, as VS Code's own toolbars do: what does not fit moves to the menu at its end. The HTML of a
 * bar comes from `window/barHtml.ts`.
 */

/** Call this after the bar has received its items. */
export function keepInOneLine(bar: HTMLElement): void {
  const more = bar.querySelector<HTMLButtonElement>(":scope > .more");
  const menu = bar.querySelector<HTMLElement>(":scope > [popover]");
  if (more === null || menu === null) throw new Error(`#${bar.id} has no menu.`);
  const items = [...bar.children].filter((item) => item !== more && item !== menu);

  function arrange(): void {
    // An open menu keeps its controls until it closes.
    if (more === null || menu === null || menu.matches(":popover-open")) return;
    const focused = document.activeElement;
    more.hidden = true;
    for (const item of items) bar.moveBefore(item, more);
    // A gap has no width, and hidden controls need no space, so they stay in the bar.
    const movable = items.filter((item) => item.checkVisibility() && !item.classList.contains("gap"));
    while (bar.scrollWidth > bar.clientWidth && movable.length > 0) {
      more.hidden = false;
      menu.moveBefore(movable.pop() ?? menu, menu.firstChild);
    }
    // The button of the menu lost the focus when it was hidden above.
    if (focused === more || menu.contains(focused)) more.focus();
    more.classList.toggle("has-choice", [...menu.querySelectorAll("input, select")].some(isChosen));
    watching.takeRecords();
  }

  const watching = new MutationObserver(arrange);
  watching.observe(bar, { subtree: true, childList: true, characterData: true, attributeFilter: ["hidden"] });
  new ResizeObserver(arrange).observe(bar);

  const controls = (): readonly HTMLElement[] =>
    [...menu.querySelectorAll<HTMLElement>("button:enabled, input, select")].filter((each) => each.checkVisibility());
  menu.addEventListener("toggle", ({ newState }) => {
    if (newState === "open") controls()[0]?.focus();
    else arrange();
  });
  menu.addEventListener("click", ({ target }) => {
    const pressed = target instanceof Element ? target.closest("button") : null;
    // The buttons of a group, such as the zoom buttons, are often pressed several times, so the menu stays open.
    if (pressed !== null && pressed.closest('[role="group"]') === null) menu.hidePopover();
  });
  menu.addEventListener("keydown", (event) => {
    // In fields, the arrow keys change the value.
    if (!(event.target instanceof HTMLButtonElement)) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const all = controls();
    all.at((all.indexOf(event.target) + step) % all.length)?.focus();
  });
  arrange();
}

/** Returns whether this control has a filter set, so that the button of the menu can show that. */
function isChosen(control: Element): boolean {
  if (control instanceof HTMLSelectElement) return control.selectedIndex > 0;
  return control instanceof HTMLInputElement && control.value !== "";
}

/** Finds the focused element across shadow roots. */

/** True when the focus is on a rendered element inside `place`, including its shadow roots. */
export function focusIsIn(place: HTMLElement): boolean {
  let active = document.activeElement;
  let within = false;
  while (active !== null) {
    within ||= place.contains(active) && active !== place;
    const deeper = active.shadowRoot?.activeElement ?? null;
    if (deeper === null) break;
    active = deeper;
  }
  return within && active !== null && active.checkVisibility();
}

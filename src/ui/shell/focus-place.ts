/** Where the keyboard is, whatever roots lie between. */

/** Follows the focus into shadow roots: is it on something that is still drawn, within `place`? */
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

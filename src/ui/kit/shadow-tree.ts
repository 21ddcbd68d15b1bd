/** The page across the shadow roots of its elements. */

/** The focused element; null for none. */
export function focusedElement(): Element | null {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active === document.body ? null : active;
}

/** The elements around this one, the next first, as they are shown: what is in a slot is inside of it. */
export function elementsAround(element: Element): Element[] {
  const around: Element[] = [];
  for (let at = parentOf(element); at !== null; at = parentOf(at)) around.push(at);
  return around;
}

function parentOf({ assignedSlot, parentElement, parentNode }: Element): Element | null {
  return assignedSlot ?? parentElement ?? (parentNode instanceof ShadowRoot ? parentNode.host : null);
}

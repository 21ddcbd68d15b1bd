/**
 * Counts the words drawn within the window, through every shadow root: what a person has to read. Uses nothing from
 * outside, because it also runs in a page that a test drives.
 */

export function wordsInView(root: Element): string[] {
  const words: string[] = [];
  const isInView = (node: Text): boolean => {
    const range = document.createRange();
    range.selectNodeContents(node);
    const { top, bottom, left, right, width } = range.getBoundingClientRect();
    return width > 1 && bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
  };
  const isDrawn = (element: Element): boolean =>
    element.checkVisibility({ visibilityProperty: true }) && getComputedStyle(element).clipPath === 'none';
  const read = (node: Node): void => {
    if (node instanceof Text) {
      // Only letters or digits make a word; separators do not count.
      if (node.data.trim() !== '' && isInView(node))
        words.push(...node.data.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)));
      return;
    }
    if (!(node instanceof Element) || node instanceof HTMLStyleElement) return;
    if (node instanceof HTMLSlotElement && node.assignedNodes().length > 0) {
      for (const one of node.assignedNodes()) read(one);
      return;
    }
    if (getComputedStyle(node).display !== 'contents' && !isDrawn(node)) return;
    // Slotted text is read where its slot is.
    for (const child of node.shadowRoot?.childNodes ?? node.childNodes) read(child);
  };
  read(root);
  return words;
}

/**
 * What a person can read on a page or hear from a screen reader: texts, values of controls, and attributes that are
 * read out, through every shadow root.
 */

const READ_OUT = ['title', 'aria-label', 'aria-description', 'placeholder', 'alt'] as const;

export interface Screen {
  /** Complete texts, values and attributes. */
  readonly whole: ReadonlySet<string>;
  /** True when it is part of one. */
  within(text: string): boolean;
}

export function screenOf(root: Node): Screen {
  const whole = new Set<string>();
  const walk = (node: Node): void => {
    if (node.nodeType === Node.TEXT_NODE) {
      whole.add((node as Text).data);
      return;
    }
    if (node instanceof Element) {
      if (node.localName === 'style') return;
      for (const name of READ_OUT) {
        const value = node.getAttribute(name);
        if (value !== null) whole.add(value);
      }
      if (node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement) whole.add(node.value);
      if (node.shadowRoot !== null) walk(node.shadowRoot);
    }
    for (let child = node.firstChild; child !== null; child = child.nextSibling) walk(child);
  };
  walk(root);
  let joined: string | null = null;
  return {
    whole,
    within(text) {
      joined ??= [...whole].join('\u0001');
      return joined.includes(text);
    },
  };
}

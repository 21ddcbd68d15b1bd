/** Runs in a page: types a text of its own into every field, as a person would who leaves none out. */

export interface FilledField {
  readonly name: string;
  readonly text: string;
  /** The field hides what is typed. */
  readonly isHidden: boolean;
}

interface Field extends HTMLElement {
  readonly name: string;
  readonly secret?: boolean;
}

/** Unfolds everything and fills every control of text. `secretNames`: fields that are secrets although they show their text. Uses nothing from outside the function. */
export async function fillFields([page, secretNames]: readonly [string, readonly string[]]): Promise<FilledField[]> {
  const TEXTS =
    'input:not([type]), input[type="text"], input[type="search"], input[type="email"], input[type="url"], textarea';
  const all = (selector: string): HTMLElement[] => {
    const found: HTMLElement[] = [];
    const visit = (root: Document | ShadowRoot): void => {
      for (const element of root.querySelectorAll<HTMLElement>('*')) {
        if (element.matches(selector)) found.push(element);
        if (element.shadowRoot !== null) visit(element.shadowRoot);
      }
    };
    visit(document);
    return found;
  };
  const drawn = (): Promise<void> =>
    new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
  for (const details of all('details')) (details as HTMLDetailsElement).open = true;
  await drawn();
  const filled: FilledField[] = [];
  const type = async (control: HTMLElement, value: string): Promise<void> => {
    (control as HTMLInputElement).value = value;
    for (const kind of ['input', 'change'])
      control.dispatchEvent(new InputEvent(kind, { bubbles: true, composed: true }));
    // The next field is typed into after this one was drawn.
    await new Promise((resolve) => setTimeout(resolve));
  };
  for (const control of all(TEXTS) as HTMLInputElement[]) {
    if (control.readOnly || control.disabled || !control.isConnected) continue;
    const { host } = control.getRootNode() as ShadowRoot;
    const field = host?.localName === 'fk-field' ? (host as Field) : null;
    const name = field?.name ?? control.name;
    const isHidden = field?.secret === true || secretNames.includes(name);
    const text = `${isHidden ? 'sEcrEt' : 'tYpEd'}${page}x${filled.length}q`;
    await type(control, control.type === 'email' ? `${text}@b.example` : text);
    filled.push({ name, text, isHidden });
  }
  for (const control of all('input[type="number"]')) await type(control, '7');
  await drawn();
  return filled;
}

/** A phone's share sheet as Chromium has it: it says beforehand that it takes any file, and then takes those of its list alone. */

/** Of Chromium's list, the text files. */
const TAKEN = new Map([
  ['csv', 'text/csv'],
  ['txt', 'text/plain'],
]);

interface ShareSheet {
  /** What was handed on, the last first. */
  readonly shared: File[];
  /** The person closes the next one; resolves when that is done. */
  closeNext(): Promise<void>;
  remove(): void;
}

export function layShareSheet(): ShareSheet {
  const shared: File[] = [];
  let close: (() => void) | null = null;
  const share = async ({ files = [] }: ShareData): Promise<void> => {
    const [file] = files;
    if (file === undefined || TAKEN.get(file.name.split('.').at(-1) ?? '') !== file.type)
      throw new DOMException('Permission denied', 'NotAllowedError');
    if (close !== null) {
      close();
      close = null;
      throw new DOMException('Share canceled', 'AbortError');
    }
    shared.unshift(file);
  };
  Object.defineProperty(navigator, 'canShare', { configurable: true, value: () => true });
  Object.defineProperty(navigator, 'share', { configurable: true, value: share });
  return {
    shared,
    closeNext: () => new Promise((resolve) => (close = resolve)),
    remove: () => {
      Reflect.deleteProperty(navigator, 'canShare');
      Reflect.deleteProperty(navigator, 'share');
    },
  };
}

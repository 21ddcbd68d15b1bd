/** A phone's share sheet as in Chromium: it claims to accept any file, but accepts only the types of its list. */

/** The text files of Chromium's list. */
const TAKEN = new Map([
  ['csv', 'text/csv'],
  ['txt', 'text/plain'],
]);

interface ShareSheet {
  /** The shared files, the latest first. */
  readonly shared: File[];
  /** Makes the person close the next one; resolves when that has happened. */
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

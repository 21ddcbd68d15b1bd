/** What is opened by the first call, whatever fetches it: asked for once, and once more after it has failed. */

interface OnDemand<T> {
  (): Promise<T>;
  /** Does nothing where it was never opened. */
  ifOpen(act: (opened: T) => unknown): void;
}

export function onDemand<T>(open: () => Promise<T>): OnDemand<T> {
  let opening: Promise<T> | null = null;
  const ask = (): Promise<T> => {
    opening ??= open().catch((error: unknown) => {
      opening = null;
      throw error;
    });
    return opening;
  };
  const ifOpen = (act: (opened: T) => unknown): void =>
    void opening?.then(
      (opened) => void act(opened),
      () => undefined,
    );
  return Object.assign(ask, { ifOpen });
}

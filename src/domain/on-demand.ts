/** Opens a value at the first call: once for all callers, and again after a failure. */

interface OnDemand<T> {
  (): Promise<T>;
  /** Calls `act` with the value if it was opened; otherwise does nothing. */
  ifOpen(act: (opened: T) => unknown): void;
}

export function onDemand<T>(open: () => Promise<T>): OnDemand<T> {
  let opening: Promise<T> | null = null;
  const request = (): Promise<T> => {
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
  return Object.assign(request, { ifOpen });
}

/** Opens a value at the first call: once for all callers, and again after a failure. */

export function onDemand<T>(open: () => Promise<T>) {
  let opening: Promise<T> | null = null;
  const request = (): Promise<T> => {
    opening ??= open().catch((error: unknown) => {
      opening = null;
      throw error;
    });
    return opening;
  };
  /** Calls `act` with the value if it was opened; otherwise does nothing. */
  const ifOpen = (act: (opened: T) => unknown): void =>
    void opening?.then(
      (opened) => void act(opened),
      () => undefined,
    );
  return Object.assign(request, { ifOpen });
}

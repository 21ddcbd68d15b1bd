/**
 * Combines writes: those that arrive while one is being stored share the next transaction, because a strict transaction
 * waits for the disk.
 */
export function batchWrites<Change>(
  write: (changes: readonly Change[]) => Promise<void>,
): (change: Change) => Promise<void> {
  let waiting: {
    readonly change: Change;
    readonly resolve: () => void;
    readonly reject: (error: unknown) => void;
  }[] = [];
  let isWriting = false;

  async function writeAll(): Promise<void> {
    isWriting = true;
    while (waiting.length > 0) {
      const now = waiting;
      waiting = [];
      try {
        await write(now.map(({ change }) => change));
        for (const { resolve } of now) resolve();
      } catch (error) {
        // The transaction stored none of them, and a single one may be at fault.
        if (now.length === 1) now[0]!.reject(error);
        else for (const { change, resolve, reject } of now) await write([change]).then(resolve, reject);
      }
    }
    isWriting = false;
  }

  return (change) =>
    new Promise((resolve, reject) => {
      waiting.push({ change, resolve, reject });
      if (!isWriting) void writeAll();
    });
}

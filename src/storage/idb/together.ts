/**
 * Combines requests to a database: those that arrive while one is in progress share the next transaction, because each
 * transaction costs more than its requests, and a strict one waits for the disk.
 */
export function together<Request, Answer>(
  work: (requests: readonly Request[]) => Promise<readonly Answer[]>,
): (request: Request) => Promise<Answer> {
  let waiting: {
    readonly request: Request;
    readonly resolve: (answer: Answer | Promise<Answer>) => void;
    readonly reject: (error: unknown) => void;
  }[] = [];
  let isWorking = false;

  async function workThrough(): Promise<void> {
    isWorking = true;
    while (waiting.length > 0) {
      const now = waiting;
      waiting = [];
      try {
        const answers = await work(now.map(({ request }) => request));
        for (const [at, { resolve }] of now.entries()) resolve(answers[at]!);
      } catch (error) {
        // The transaction stored none of them, and a single one may be at fault.
        if (now.length === 1) now[0]!.reject(error);
        else for (const { request, resolve, reject } of now) await alone(request).then(resolve, reject);
      }
    }
    isWorking = false;
  }

  const alone = async (request: Request): Promise<Answer> => (await work([request]))[0]!;

  return (request) =>
    new Promise((resolve, reject) => {
      waiting.push({ request, resolve, reject });
      if (!isWorking) void workThrough();
    });
}

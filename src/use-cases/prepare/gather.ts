/** Brings together what several devices ask of the backend, so that it takes one request: each asks as if it were alone. */

/** One of the devices. */
export interface Member<Request, Answer> {
  /** Once; answered when every other one has asked or left. */
  ask(request: Request): Promise<Answer>;
  /** Reports that this member makes no request. Does nothing if it has made one. */
  leave(): void;
}

/**
 * Returns a function that creates `count` members. Once each has requested or left, `askAll` answers all requests in
 * order. An answer that needs another request is a promise.
 */
export function gather<Request, Answer>(
  count: number,
  askAll: (requests: readonly Request[]) => Promise<readonly (Answer | Promise<Answer>)[]>,
): () => Member<Request, Answer> {
  const pending: { readonly request: Request; readonly resolve: (answer: Answer | Promise<Answer>) => void }[] = [];
  let expected = count;

  async function requestWhenComplete(): Promise<void> {
    if (pending.length === 0 || pending.length < expected) return;
    const answers = await askAll(pending.map(({ request }) => request));
    for (const [at, { resolve }] of pending.entries()) resolve(answers[at]!);
  }

  return () => {
    let isScheduled = false;
    return {
      ask(request) {
        isScheduled = true;
        return new Promise((resolve, reject) => {
          pending.push({ request, resolve });
          requestWhenComplete().catch(reject);
        });
      },
      leave() {
        if (isScheduled) return;
        expected -= 1;
        void requestWhenComplete();
      },
    };
  };
}

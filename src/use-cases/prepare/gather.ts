/**
 * Collects the requests of several devices, so that one request answers them all. Each caller works as if it were
 * alone.
 */

/** The part of one device. */
interface Member<Request, Answer> {
  /**
   * Adds this member's request; call it once at most. Resolves with its answer after every other member has called
   * `ask` or `leave`.
   */
  ask(request: Request): Promise<Answer>;
  /** Reports that this member makes no request. Does nothing if it has made one. */
  leave(): void;
}

/**
 * Returns a function that creates `count` members. When each has called `ask` or `leave`, `requestAll` answers all requests
 * in order. It returns a promise for an answer that needs another request.
 */
export function gather<Request, Answer>(
  count: number,
  requestAll: (requests: readonly Request[]) => Promise<readonly (Answer | Promise<Answer>)[]>,
): () => Member<Request, Answer> {
  const pending: { readonly request: Request; readonly resolve: (answer: Answer | Promise<Answer>) => void }[] = [];
  let expected = count;

  async function requestWhenComplete(): Promise<void> {
    if (pending.length === 0 || pending.length < expected) return;
    const answers = await requestAll(pending.map(({ request }) => request));
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

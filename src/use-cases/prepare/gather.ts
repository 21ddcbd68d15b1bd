/** Brings together what several devices ask of the backend, so that it takes one request: each asks as if it were alone. */

/** One of the devices. */
export interface Member<Request, Answer> {
  /** Once; answered when every other one has asked or left. */
  ask(request: Request): Promise<Answer>;
  /** It will not ask. Does nothing where it has. */
  leave(): void;
}

/** `count` members. `askAll` answers the requests in their order; those that it has to ask for anew as soon as they are answered. */
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

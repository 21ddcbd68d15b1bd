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
  const asked: { readonly request: Request; readonly resolve: (answer: Answer | Promise<Answer>) => void }[] = [];
  let expected = count;

  async function look(): Promise<void> {
    if (asked.length === 0 || asked.length < expected) return;
    const answers = await askAll(asked.map(({ request }) => request));
    for (const [at, { resolve }] of asked.entries()) resolve(answers[at]!);
  }

  return () => {
    let hasAsked = false;
    return {
      ask(request) {
        hasAsked = true;
        return new Promise((resolve, reject) => {
          asked.push({ request, resolve });
          look().catch(reject);
        });
      },
      leave() {
        if (hasAsked) return;
        expected -= 1;
        void look();
      },
    };
  };
}

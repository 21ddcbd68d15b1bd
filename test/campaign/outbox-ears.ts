/** What the harness does at the sender's side: waits until nothing more can be sent. */
import type { Page } from 'playwright-core';
import type { AccountServices } from '../../src/ui/shell/services.ts';

/** Resolves when nothing waits to be posted any more, or when the queue waits for a key. */
export function outboxAtRest(page: Page): Promise<'sent' | 'asksForKey'> {
  return page.evaluate(
    () =>
      new Promise<'sent' | 'asksForKey'>((resolve) => {
        const { state } = document.querySelector<HTMLElement & { account: AccountServices }>('fk-app')!.account.outbox;
        const now = (): 'sent' | 'asksForKey' | null => {
          const { loaded, pause, sending, receipts } = state.value;
          if (pause?.reason === 'key') return 'asksForKey';
          return loaded && !sending && !receipts.some((row) => row.state === 'waiting' && !row.held) ? 'sent' : null;
        };
        const first = now();
        if (first !== null) return resolve(first);
        const stop = state.subscribe(() => {
          const word = now();
          if (word === null) return;
          stop();
          resolve(word);
        });
      }),
  );
}

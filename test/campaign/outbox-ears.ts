/** Waits at the sender until nothing more can be sent. */
import type { Page } from 'playwright-core';
import type { AccountServices } from '../../src/ui/shell/services.ts';

/** Resolves when nothing is left to post, when the queue waits for a key, or when equal refusals have stopped it. */
export function outboxAtRest(page: Page): Promise<'sent' | 'asksForKey' | 'stopped'> {
  return page.evaluate(
    () =>
      new Promise<'sent' | 'asksForKey' | 'stopped'>((resolve) => {
        const { state } = document.querySelector<HTMLElement & { account: AccountServices }>('fk-app')!.account.outbox;
        const now = (): 'sent' | 'asksForKey' | 'stopped' | null => {
          const { pause, sending, receipts } = state.value;
          if (pause?.reason === 'key') return 'asksForKey';
          if (sending) return null;
          if (!receipts.some((row) => row.state === 'waiting' && !row.held)) return 'sent';
          return pause?.reason === 'sameRefusal' ? 'stopped' : null;
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

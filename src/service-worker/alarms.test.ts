/** A press on a notification closes it and shows the app, without navigating an open window. */
import { describe, expect, it } from 'vitest';
import { openAppOnNoticeClick } from './alarms.ts';

/** The parts of a worker's global scope that this handler uses; Node has no such events. */
function worker(windows: number) {
  const calls: string[] = [];
  const events = new EventTarget();
  const clients = {
    matchAll: async (options: ClientQueryOptions) => {
      calls.push(`looks for ${options.type}`);
      return Array.from({ length: windows }, (_, at) => ({ focus: async () => void calls.push(`focuses ${at}`) }));
    },
    openWindow: async (url: string) => void calls.push(`opens ${url}`),
  };
  openAppOnNoticeClick(Object.assign(events, { clients }) as unknown as ServiceWorkerGlobalScope, '/kit/');
  return {
    calls,
    async press(): Promise<void> {
      const held: Promise<unknown>[] = [];
      const notification = { close: () => void calls.push('closes it') };
      events.dispatchEvent(
        Object.assign(new Event('notificationclick'), {
          notification,
          waitUntil: (work: Promise<unknown>) => void held.push(work),
        }),
      );
      expect(held, 'the browser may end the worker before its work is done').toHaveLength(1);
      await Promise.all(held);
    },
  };
}

describe('a press on an alarm notification', () => {
  it('opens the alarms when no window is open', async () => {
    const { calls, press } = worker(0);
    await press();
    expect(calls).toEqual(['closes it', 'looks for window', 'opens /kit/telemetry?view=alarms']);
  });

  it('shows the last used window unchanged', async () => {
    const { calls, press } = worker(2);
    await press();
    expect(calls).toEqual(['closes it', 'looks for window', 'focuses 0']);
  });
});

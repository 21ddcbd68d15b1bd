/** A press on a notification: it goes, and the app comes; a window that stands open is never led elsewhere. */
import { describe, expect, it } from 'vitest';
import { openAppOnNoticeClick } from './notice-click.ts';

/** The parts of a worker's world that the browser gives to this handler; Node has no such events of its own. */
function worker(windows: number) {
  const told: string[] = [];
  const events = new EventTarget();
  const clients = {
    matchAll: async (options: ClientQueryOptions) => {
      told.push(`looks for ${options.type}`);
      return Array.from({ length: windows }, (_, at) => ({ focus: async () => void told.push(`focuses ${at}`) }));
    },
    openWindow: async (url: string) => void told.push(`opens ${url}`),
  };
  openAppOnNoticeClick(Object.assign(events, { clients }) as unknown as ServiceWorkerGlobalScope, '/kit/');
  return {
    told,
    async press(): Promise<void> {
      const held: Promise<unknown>[] = [];
      const notification = { close: () => void told.push('closes it') };
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

describe('a press on a notification of an alarm', () => {
  it('opens the alarms where the app is open nowhere', async () => {
    const { told, press } = worker(0);
    await press();
    expect(told).toEqual(['closes it', 'looks for window', 'opens /kit/telemetry?view=alarms']);
  });

  it('comes back to the window that was used last, where it is', async () => {
    const { told, press } = worker(2);
    await press();
    expect(told).toEqual(['closes it', 'looks for window', 'focuses 0']);
  });
});

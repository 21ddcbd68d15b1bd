/** Alarm checks in the background end when an account is left. */
import { expect, it } from 'vitest';
import { ALARMS_NOTICE_TAG, ALARMS_SYNC_TAG } from '../../names.ts';
import { endAlarmChecks } from './alarm-wake-ups.ts';

it('ending the alarm checks of an account closes its notices and unregisters its periodic checks', async () => {
  const shown = new Set(['Battery below 20% for “Ward 3”', 'Silent for 2 hours']);
  const unregistered: string[] = [];
  const registration = {
    periodicSync: { unregister: async (tag: string) => void unregistered.push(tag) },
    getNotifications: async ({ tag }: { tag: string }) =>
      tag === ALARMS_NOTICE_TAG ? Array.from(shown, (title) => ({ close: () => shown.delete(title) })) : [],
  };
  await endAlarmChecks({ getRegistration: async () => registration } as unknown as ServiceWorkerContainer);
  expect([...shown]).toEqual([]);
  expect(unregistered).toEqual([ALARMS_SYNC_TAG]);
});

it('ending the alarm checks does nothing without service workers or a registration', async () => {
  await endAlarmChecks(undefined);
  await endAlarmChecks({ getRegistration: async () => undefined } as unknown as ServiceWorkerContainer);
});

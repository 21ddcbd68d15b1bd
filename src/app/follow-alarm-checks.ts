/**
 * Registers background checks of alarms while a rule exists. One window that has a key runs them. Starts when telemetry
 * is opened.
 */
import type { Environment } from './environment.ts';
import { alarmsLock } from '../names.ts';
import { setAlarmChecks, onAlarmCheckRequest } from '../service-worker/page/alarm-wake-ups.ts';
import type { Telemetry } from '../use-cases/telemetry/telemetry.ts';

export function followAlarmChecks(telemetry: Telemetry, { account, hasKey, locks, onTrouble }: Environment): Telemetry {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  let wanted: boolean | null = null;
  const stopWatching = telemetry.state.subscribe(({ rules }) => {
    if (wanted === rules.length > 0) return;
    wanted = rules.length > 0;
    void setAlarmChecks(container, wanted);
  });
  const stopHearing = onAlarmCheckRequest(container, () => void checkHere().catch(onTrouble));

  async function checkHere(): Promise<void> {
    if (!hasKey() || !navigator.onLine) return;
    const release = await locks.tryAcquire(alarmsLock(account.id));
    if (release === null) return;
    try {
      await telemetry.checkAlarms();
    } finally {
      release();
    }
  }

  return {
    ...telemetry,
    close() {
      stopWatching();
      stopHearing();
      telemetry.close();
    },
  };
}

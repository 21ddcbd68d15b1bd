/** When telemetry heard a device last. That it was not heard is said of the range that was asked for, and of nothing else. */
import { whenIdle } from '../../shared/when-idle.ts';
import type { Services } from '../../shell/services.ts';
import type { AlarmFaces } from './alarm-faces.ts';
import type { Heard } from './heard-by.ts';

/** Once the browser has nothing better to do. */
export async function openAlarms(services: Services): Promise<AlarmFaces> {
  await whenIdle();
  const [{ AlarmFaces }, { state }] = await Promise.all([import('./alarm-faces.ts'), services.telemetry()]);
  return new AlarmFaces(state);
}

/** The telemetry of the connected account, as a column, a filter and an order of the list. */
export async function openHeard(services: Services): Promise<Heard> {
  const [{ Heard }, { state }] = await Promise.all([import('./heard-by.ts'), services.telemetry()]);
  return new Heard(state);
}

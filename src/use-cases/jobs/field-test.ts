/**
 * Tests what a job needs on site: reads its packages and the app's own files from this phone, writes as much as the
 * receipts will need, compares the clock.
 */
import { newestOfEach, type CarriedPackage } from '../../domain/carried-package.ts';
import { errandOf } from '../../domain/errand.ts';
import type { FieldRadio, FieldReading } from '../../domain/job/field-checks.ts';
import type { RadioFailureCode } from '../../domain/provisioning/radio-failure.ts';
import { isWithin } from '../../domain/bulk/needs-package.ts';
import type { Task } from '../../domain/job/job.ts';
import { physicalValues } from '../../domain/job/planned-values.ts';
import { radioFailureCode } from '../run/bluetooth-port.ts';
import { checkPackage } from '../prepare/package-check.ts';
import type { FieldPorts } from './ports.ts';

/** Bytes per run: the two padded copies of its receipt, its journal and its notes, with a reserve. */
const BYTES_A_RUN = 16_384;
const MIN_BYTES = 1_000_000;
const MAX_BYTES = 50_000_000;

export async function testField(ports: FieldPorts, tasks: readonly Task[]): Promise<FieldReading> {
  const bytes = Math.min(Math.max(tasks.length * BYTES_A_RUN, MIN_BYTES), MAX_BYTES);
  // A part that cannot be read is shown as unknown; the test continues with the others.
  const [rows, room, pages, awake, radio, camera, answer] = await Promise.all([
    ports.packages.all(),
    ports.tryRoom(bytes),
    ports.readPages().catch(() => null),
    ports.staysAwake(),
    ports.bluetooth.availability().catch(() => 'unknown' as const),
    ports.cameraState().catch(() => null),
    readBackend(
      ports,
      tasks.map(({ uniqueId }) => uniqueId),
    ),
  ]);
  const carried = rows.filter((row) => row.state === 'carried' && errandOf(row).configures);
  return { ...sortPackages(tasks, newestOfEach(carried)), room, pages, awake, radio, camera, ...answer };
}

/**
 * Opens the browser's list of devices. Browsers report Bluetooth as available even when it is switched off; only the
 * list shows it. Not async, because the list needs the user gesture.
 */
export function tryRadio({ bluetooth }: Pick<FieldPorts, 'bluetooth'>): Promise<FieldRadio> {
  return bluetooth.choose({ names: [], withPrefixes: false }).then(
    () => 'works',
    (cause: unknown) => TROUBLES[radioFailureCode(cause)] ?? 'available',
  );
}

const TROUBLES: Partial<Record<RadioFailureCode, FieldRadio>> = { unsupported: 'absent', off: 'off' };

/** Reads each package as the run will read it. */
function sortPackages(
  tasks: readonly Task[],
  carried: ReadonlyMap<string, CarriedPackage>,
): Pick<FieldReading, 'here' | 'damaged' | 'odd'> {
  const [here, damaged, odd]: [string[], string[], string[]] = [[], [], []];
  for (const { uniqueId, values } of tasks) {
    const row = carried.get(uniqueId);
    if (row === undefined || !isWithin(physicalValues(values), row.values)) continue;
    const check = checkPackage(row.base64 ?? '');
    (check.ok ? here : damaged).push(uniqueId);
    if (check.ok && check.remarks.length > 0) odd.push(uniqueId);
  }
  return { here, damaged, odd };
}

/**
 * Reads the beacons, because others may have changed them. Any answer contains the backend's time and shows whether the
 * key is still accepted. Earlier measurements may be of another clock.
 */
async function readBackend(
  { lookUp, skew }: FieldPorts,
  uniqueIds: readonly string[],
): Promise<Pick<FieldReading, 'skew' | 'keyRefused' | 'isCurrent'>> {
  // Null, as after any unsuccessful answer: the clock counts as unchecked.
  const answer = uniqueIds.length === 0 ? null : await lookUp(uniqueIds).catch(() => null);
  const { skewMs, trust } = await skew.read();
  return {
    isCurrent: answer?.ok === true,
    skew: { skewMs, isChecked: answer?.ok === true && trust !== 'unchecked' },
    keyRefused: answer?.ok === false && answer.failure.kind === 'key',
  };
}

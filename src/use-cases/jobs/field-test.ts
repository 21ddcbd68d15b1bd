/** Tries out what a job needs on site: reads its packages and the app's own files from this phone, writes as much as the receipts will take, looks at the clock. */
import type { CarriedPackage } from '../../domain/carried-package.ts';
import { isOfCommand } from '../../domain/commands/command.ts';
import { isWithin } from '../../domain/bulk/plan.ts';
import type { Task } from '../../domain/job/job.ts';
import { physicalValues } from '../../domain/job/planned-values.ts';
import { checkPackage } from '../prepare/package-check.ts';
import type { FieldReading } from './offered.ts';
import type { FieldPorts } from './ports.ts';

/** A run reserves two padded copies of its receipt, its journal and its notes: more than it takes. */
const BYTES_A_RUN = 16_384;
const LEAST_BYTES = 1_000_000;
const MOST_BYTES = 50_000_000;

export async function testField(ports: FieldPorts, tasks: readonly Task[]): Promise<FieldReading> {
  const bytes = Math.min(Math.max(tasks.length * BYTES_A_RUN, LEAST_BYTES), MOST_BYTES);
  const [rows, room, pages, awake, skew] = await Promise.all([
    ports.packages.all(),
    ports.tryRoom(bytes),
    ports.readPages().catch(() => null),
    ports.staysAwake(),
    readClock(ports, tasks[0]?.uniqueId ?? null),
  ]);
  const carried = newestOf(rows);
  const isHere = ({ uniqueId, values }: Task): boolean => {
    const row = carried.get(uniqueId);
    return row !== undefined && isWithin(physicalValues(values), row.values) && checkPackage(row.base64 ?? '').ok;
  };
  return {
    here: tasks.filter(isHere).map(({ uniqueId }) => uniqueId),
    room,
    pages,
    awake,
    skew: { skewMs: skew.skewMs, isChecked: skew.trust !== 'unchecked' },
  };
}

/** An answer of the backend, whatever it says, brings its time along. */
async function readClock(
  { askBackend, skew }: FieldPorts,
  uniqueId: string | null,
): ReturnType<FieldPorts['skew']['read']> {
  if (uniqueId !== null) await askBackend(uniqueId).catch(() => undefined);
  return skew.read();
}

function newestOf(rows: readonly CarriedPackage[]): ReadonlyMap<string, CarriedPackage> {
  const newest = new Map<string, CarriedPackage>();
  for (const row of rows) {
    if (row.state !== 'carried' || isOfCommand(row)) continue;
    const known = newest.get(row.uniqueId);
    if (known === undefined || known.preparedAtMs < row.preparedAtMs) newest.set(row.uniqueId, row);
  }
  return newest;
}

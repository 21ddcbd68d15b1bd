/** More beacons than the sandbox's initial fleet: those that the owner may configure, and those of a claimed order. */
import { OWNER_KEY } from '../../src/sandbox/backend/gate.ts';
import { fleetOf, warehouseOf } from '../../src/sandbox/fleet.ts';
import { DEFAULT_SEED } from '../../src/sandbox/seed.ts';
import type { AccountServices } from '../../src/ui/shell/services.ts';
import type { SandboxControl } from '../support/app-server.ts';

const ORDER = 'FK-NEW-05';
export const HEADERS = { Accept: 'application/vnd.com.acme+json;version=10', 'Api-Key': OWNER_KEY };

/** Returns `count` of them; those nearby in practice come last. */
export function manyIds(count: number): readonly string[] {
  const own = fleetOf(DEFAULT_SEED).filter(
    ({ deviceType, access, bare }) =>
      deviceType === 'BEACON' && access.owner !== undefined && access.owner !== 'VIEWER' && !bare,
  );
  const claimed = warehouseOf(DEFAULT_SEED).filter(({ orderId }) => orderId === ORDER);
  const ids = [...claimed, ...own.toReversed()].map(({ uniqueId }) => uniqueId);
  if (ids.length < count) throw new Error(`only ${ids.length} beacons`);
  return ids.slice(0, count);
}

/** Call before the account is connected. */
export async function claimOrder(sandbox: SandboxControl): Promise<void> {
  const body = new URLSearchParams({ orderId: ORDER });
  const answer = await fetch(`${sandbox.legacyBaseUrl}/order/assign`, { method: 'POST', headers: HEADERS, body });
  if (!answer.ok) throw new Error(`order/assign: ${answer.status}`);
}

export interface BenchJob {
  readonly ids: readonly string[];
  readonly name: string;
  readonly firstMinor: number;
  /** 0: all get the same values. */
  readonly minorStep: number;
}

/** Runs in the page: resolves with the ID of the job. */
export async function makeJob({ ids, name, firstMinor, minorStep }: BenchJob): Promise<string> {
  const { account: services } = document.querySelector<HTMLElement & { account: AccountServices }>('fk-app')!;
  const jobs = await services.jobs();
  const tasks = ids.map((uniqueId, at) => ({
    uniqueId,
    deviceType: 'BEACON',
    place: `Room ${Math.floor(at / 25)}`,
    values: { minor: firstMinor + at * minorStep },
    note: '',
  }));
  return (await jobs.create({ name, site: 'Hospital', tasks })).id;
}

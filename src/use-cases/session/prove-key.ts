/**
 * Checks a key that is not known to be an account's: it is accepted only if the backend returns that account's devices.
 */
import type { Account } from '../../domain/account.ts';
import { isAccessAtLeast } from '../../domain/access.ts';
import type { BackendFailure } from '../../domain/backend-failure.ts';
import type { KeyDoubt } from './session.ts';
import type { SessionPorts } from './ports.ts';

/** Devices that the backend has to return. */
const MAX_REQUESTS = 20;

/**
 * Another customer's key is accepted by the same backend too. So devices drawn from the account's stored list are
 * requested with this key, and the backend has to return each with at least the stored access. Returns null when it
 * does.
 */
export async function doubtOfDevices(
  account: Account,
  apiKey: string,
  { savedAccess, findDevices, random }: Pick<SessionPorts, 'savedAccess' | 'findDevices' | 'random'>,
): Promise<KeyDoubt | null> {
  const saved = await savedAccess(account);
  const drawn = draw([...saved.keys()], MAX_REQUESTS, random);
  if (drawn.length === 0) return 'noDevices';
  const atOnce = Math.max(1, account.settings.bulk.idsAtOnce);
  for (let from = 0; from < drawn.length; from += atOnce) {
    const ids = drawn.slice(from, from + atOnce);
    const answer = await findDevices(account, apiKey, ids);
    if (!answer.ok) return doubtOfFailure(answer.failure.kind);
    const accessById = new Map(answer.value.devices.map(({ uniqueId, access }) => [uniqueId, access]));
    for (const id of ids) {
      const access = accessById.get(id);
      // A device that is missing in an incomplete answer proves nothing.
      if (access === undefined) return answer.value.isWhole ? 'otherAccount' : 'unchecked';
      if (!isAccessAtLeast(access, saved.get(id) ?? null)) return 'otherAccount';
    }
  }
  return null;
}

function doubtOfFailure(kind: BackendFailure['kind']): KeyDoubt {
  return kind === 'key' || kind === 'forbidden' ? 'wrongKey' : 'unchecked';
}

/** Returns up to `most` random items. */
function draw<T>(items: readonly T[], most: number, random: () => number): T[] {
  const left = [...items];
  const drawn: T[] = [];
  while (drawn.length < most && left.length > 0) {
    const at = Math.min(left.length - 1, Math.floor(random() * left.length));
    drawn.push(left[at]!);
    left[at] = left.at(-1)!;
    left.pop();
  }
  return drawn;
}

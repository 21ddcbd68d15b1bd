/** Checks a key that is not known to be an account's: only who holds that account's devices at the backend is let in. */
import type { Account } from '../../domain/account.ts';
import { isAccessAtLeast } from '../../domain/access.ts';
import type { BackendFailure } from '../../domain/backend-failure.ts';
import type { KeyDoubt } from './offered.ts';
import type { SessionPorts } from './ports.ts';

/** Devices that the backend has to return. */
const MOST_ASKED = 20;

/**
 * Another customer's key is accepted by the same backend too. So the backend is asked, with this key, for devices drawn from the
 * account's saved list, and has to return each with at least the access that was saved. Resolves with null when it does.
 */
export async function doubtOfDevices(
  account: Account,
  apiKey: string,
  { savedAccess, findDevices, random }: Pick<SessionPorts, 'savedAccess' | 'findDevices' | 'random'>,
): Promise<KeyDoubt | null> {
  const saved = await savedAccess(account);
  const drawn = draw([...saved.keys()], MOST_ASKED, random);
  if (drawn.length === 0) return 'noDevices';
  const atOnce = Math.max(1, account.settings.bulk.idsAtOnce);
  for (let from = 0; from < drawn.length; from += atOnce) {
    const ids = drawn.slice(from, from + atOnce);
    const answer = await findDevices(account, apiKey, ids);
    if (!answer.ok) return doubtOfFailure(answer.failure.kind);
    const found = new Map(answer.value.devices.map(({ uniqueId, access }) => [uniqueId, access]));
    for (const id of ids) {
      const access = found.get(id);
      // Without the device in an answer that may not be whole, nothing is known of it.
      if (access === undefined) return answer.value.isWhole ? 'otherAccount' : 'unchecked';
      if (!isAccessAtLeast(access, saved.get(id) ?? null)) return 'otherAccount';
    }
  }
  return null;
}

function doubtOfFailure(kind: BackendFailure['kind']): KeyDoubt {
  return kind === 'key' || kind === 'forbidden' ? 'wrongKey' : 'unchecked';
}

/** Up to `most` of them, each as likely as any other. */
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

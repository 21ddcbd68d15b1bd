/** Posts one receipt, or reads its device, and records the verdict (product.md "What a backend's answer means"). */
import { isTransient } from '../../domain/backend-failure.ts';
import type { PostAnswer } from '../../domain/delivery/answer-types.ts';
import { showedValues, valuesOf } from '../../domain/delivery/read-back.ts';
import { applyVerdict, beginPost } from '../../domain/delivery/rows.ts';
import { judgePost, judgeReadBack, needsRead, NOT_SUPPORTED, type Verdict } from '../../domain/delivery/verdict.ts';
import { ofDevice } from '../../domain/device-answers.ts';
import type { Device } from '../../domain/device.ts';
import { errandOf } from '../../domain/errand.ts';
import { shownBy } from '../../domain/extensions.ts';
import { isHeld, type Receipt } from '../../domain/receipt.ts';
import { beside, type ContextNow, type DrainerParts, type StepEnd } from './drainer-parts.ts';
import { pauseAtSameRefusal } from './pause.ts';
import { readState } from './read-state.ts';

/** Calls `answered` when the next request may start; not after a failure, which may concern the next one too. */
export async function postReceipt(
  parts: DrainerParts,
  chosen: Receipt,
  context: ContextNow,
  answered: () => void,
  signal?: AbortSignal,
): Promise<StepEnd> {
  const { receipts, backend, clock } = parts;
  const shownBefore = await showedBefore(parts, chosen);
  const begun = await receipts.update(chosen.id, (row) =>
    isAsChosen(row, chosen) ? beginPost(row, clock.nowMs(), shownBefore) : null,
  );
  if (begun === null || begun.inFlightSinceMs === null) return { kind: 'skipped' };
  const { uniqueId, deviceType, responseBase64, updatedSeconds } = begun;
  const answer = errandOf(begun).configures
    ? await backend.postResponse({ uniqueId, deviceType, responseBase64, updatedSeconds }, signal)
    : await backend.postReading({ uniqueId, responseBase64, updatedSeconds }, signal);
  if (answer.kind !== 'failed') answered();
  const knownIds = answer.kind === 'listing' ? await storedAmong(parts, answer.packages) : new Set<string>();
  const judged = judgePost(answer, begun, context(begun.tries), knownIds);
  const isOffered = errandOf(begun).configures ? null : await showsSync(parts, begun, answer, signal);
  if (isOffered !== null) await beside(parts, () => parts.learn('sync', isOffered));
  const verdict: Verdict =
    isOffered === false && judged.kind === 'parked'
      ? { ...judged, answer: { ...judged.answer, code: NOT_SUPPORTED } }
      : judged;
  // Record the verdict first: what follows may take time or fail.
  await record(parts, begun, verdict, (row) => row.uniqueId === uniqueId);
  const offered =
    answer.kind === 'listing'
      ? ofDevice(
          answer.packages.filter(({ base64 }) => base64 !== ''),
          uniqueId,
        )
      : null;
  if (offered !== null) await beside(parts, () => parts.onNewPackage(uniqueId, offered.base64));
  if (verdict.kind === 'retry' && answer.kind === 'failed') return { kind: 'failed', failure: answer.failure };
  return endOf(verdict);
}

/**
 * Returns whether the backend has the call that takes over a reading; null when the answer does not tell. A 404 may
 * mean that this key does not know the device.
 */
async function showsSync(
  { backend }: DrainerParts,
  { uniqueId }: Receipt,
  answer: PostAnswer,
  signal?: AbortSignal,
): Promise<boolean | null> {
  if (answer.kind !== 'failed') return true;
  if (answer.failure.kind !== 'notFound') return shownBy({ ok: false, failure: answer.failure });
  const read = await backend.readDevice(uniqueId, signal);
  return read.ok && read.value !== null ? false : null;
}

/** Returns whether the stored device list shows the values of a receipt; null when it does not tell. */
async function showedBefore(parts: DrainerParts, { uniqueId, values }: Receipt): Promise<boolean | null> {
  let showed: boolean | null = null;
  await beside(parts, async () => {
    const device = await parts.devices.get(uniqueId);
    showed = device === null ? null : showedValues(valuesOf(device), values);
  });
  return showed;
}

/**
 * Returns the listed IDs that are in this phone's device list. Empty if the list cannot be read, so that the device is
 * read first.
 */
async function storedAmong(
  parts: DrainerParts,
  listed: readonly { readonly uniqueId: string }[],
): Promise<ReadonlySet<string>> {
  const ids = listed.map(({ uniqueId }) => uniqueId);
  let known: ReadonlyMap<string, unknown> = new Map();
  await beside(parts, async () => {
    known = await parts.devices.getMany(ids.map((id) => id.trim()));
  });
  return new Set(ids.filter((id) => known.has(id.trim())));
}

/** Reads a device after its post; the values it shows decide whether the receipt is verified. */
export async function readBack(
  parts: DrainerParts,
  chosen: Receipt,
  context: ContextNow,
  signal?: AbortSignal,
): Promise<StepEnd> {
  const shown = await readState(parts.backend, chosen.uniqueId, chosen.deviceType, signal);
  const device = shown.kind === 'read' ? shown.device : null;
  if (device !== null) await beside(parts, () => keepDevice(parts, device));
  const verdict = judgeReadBack(shown, chosen, context(0));
  await record(parts, chosen, verdict, (row) => isAsChosen(row, chosen));
  if (shown.kind === 'failed' && isTransient(shown.failure) && verdict.kind !== 'notSent')
    return { kind: 'failed', failure: shown.failure };
  return endOf(verdict);
}

/** Stores the verdict in the row, unless a person has changed the row so that the verdict no longer applies. */
async function record(
  parts: DrainerParts,
  receipt: Receipt,
  verdict: Verdict,
  isSame: (row: Receipt) => boolean,
): Promise<void> {
  const { account, receipts, queue, clock } = parts;
  const stored = await receipts.update(receipt.id, (row) =>
    isSame(row) ? applyVerdict(row, verdict, clock.nowMs()) : { ...row, inFlightSinceMs: null },
  );
  if (stored === null) {
    // A row is never removed during its post, so storage has lost it.
    parts.onTrouble(new DOMException('A receipt disappeared from storage during its post', 'NotFoundError'));
    return;
  }
  if (verdict.kind === 'verified' && stored.state === 'verified') await beside(parts, () => parts.onVerified(stored));
  if (verdict.kind !== 'parked') return;
  await pauseAtSameRefusal(queue, await receipts.all(), account.settings.delivery, clock.nowMs());
}

async function keepDevice({ devices, clock }: DrainerParts, device: Device): Promise<void> {
  const cached = await devices.get(device.uniqueId);
  if (cached !== null) await devices.putMany([{ ...device, order: cached.order, readAtMs: clock.nowMs() }]);
}

function isAsChosen(row: Receipt, chosen: Receipt): boolean {
  return (
    row.state === chosen.state &&
    row.uniqueId === chosen.uniqueId &&
    !isHeld(row) &&
    needsRead(row) === needsRead(chosen)
  );
}

function endOf(verdict: Verdict): StepEnd {
  if (verdict.kind === 'pauseForKey') return { kind: 'key' };
  if (verdict.kind === 'notSent') return { kind: 'noKey' };
  return { kind: 'answered', wasTaken: ['verified', 'sent', 'notVerified'].includes(verdict.kind) };
}

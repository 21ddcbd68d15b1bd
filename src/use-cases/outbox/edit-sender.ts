/**
 * Sends one device's unsent virtual values. Reads first whether the backend has changed them in the meantime
 * (product.md "What a backend's answer means").
 */
import { isTransient } from '../../domain/backend-failure.ts';
import {
  beginEdit,
  changedMeanwhile,
  editChangedMeanwhile,
  editFailed,
  editSaved,
} from '../../domain/delivery/edits.ts';
import type { VerdictContext } from '../../domain/delivery/verdict.ts';
import { VIRTUAL_ATTRIBUTES, type VirtualEdit, type VirtualValues } from '../../domain/virtual-edit.ts';
import { beside, type DrainerParts, type StepEnd } from './drainer-parts.ts';

export async function sendEdit(
  parts: DrainerParts,
  chosen: VirtualEdit,
  context: VerdictContext,
  signal?: AbortSignal,
): Promise<StepEnd> {
  const { edits, backend, devices, clock } = parts;
  const { uniqueId, deviceType } = chosen;
  const current = await backend.readDevice(uniqueId, signal);
  if (!current.ok && current.failure.kind === 'noKey') return { kind: 'noKey' };
  if (!current.ok && (isTransient(current.failure) || current.failure.kind === 'key')) {
    await edits.update(uniqueId, (row) => row && editFailed(row, current.failure, context));
    return current.failure.kind === 'key' ? { kind: 'key' } : { kind: 'failed', failure: current.failure };
  }
  // If the backend does not allow the read, the edit is sent anyway.
  const shown = current.ok ? current.value : null;
  const cached = await devices.get(uniqueId);
  if (shown !== null && cached !== null)
    await devices.putMany([{ ...shown, order: cached.order, readAtMs: clock.nowMs() }]);

  let isSkipped = false;
  const begun = await edits.update(uniqueId, (row) => {
    isSkipped = row === null || row.state !== 'waiting' || row.held;
    if (row === null || isSkipped) return row;
    const names = shown === null ? [] : changedMeanwhile(row, shown);
    isSkipped = names.length > 0;
    return isSkipped ? editChangedMeanwhile(row, names, clock.nowMs()) : beginEdit(row);
  });
  if (isSkipped || begun?.inFlight == null) return { kind: 'answered', wasTaken: false };

  const posted = begun.inFlight;
  const saved = await backend.postVirtual({ uniqueId, deviceType, values: posted }, signal);
  const after: VerdictContext = { ...context, nowMs: clock.nowMs(), failures: Math.max(context.failures, begun.tries) };
  // First the list: a phone that dies before the edit is marked sends it once more, and never shows the values of before.
  if (saved.ok) await beside(parts, () => listSaved(parts, uniqueId, posted));
  await edits.update(
    uniqueId,
    (row) => row && (saved.ok ? editSaved(row, saved.value, after.nowMs) : editFailed(row, saved.failure, after)),
  );
  if (!saved.ok) {
    if (saved.failure.kind === 'key') return { kind: 'key' };
    if (saved.failure.kind === 'noKey') return { kind: 'noKey' };
    return isTransient(saved.failure)
      ? { kind: 'failed', failure: saved.failure }
      : { kind: 'answered', wasTaken: false };
  }
  return { kind: 'answered', wasTaken: true };
}

/** Writes what the backend has saved into the device list of this phone. */
async function listSaved({ devices }: DrainerParts, uniqueId: string, posted: VirtualValues): Promise<void> {
  const before = await devices.get(uniqueId);
  if (before === null) return;
  const tags = posted.tags?.split(',').map((tag) => tag.trim());
  const attributes = VIRTUAL_ATTRIBUTES.filter((name) => posted[name] !== undefined);
  await devices.putMany([
    {
      ...before,
      alias: posted.alias ?? before.alias,
      notes: posted.notes ?? before.notes,
      tags: tags?.filter((tag) => tag !== '') ?? before.tags,
      attributes: { ...before.attributes, ...Object.fromEntries(attributes.map((name) => [name, posted[name]!])) },
    },
  ]);
}

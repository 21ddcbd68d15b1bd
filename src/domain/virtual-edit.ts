/**
 * Unsent edits of a device's virtual values (alias, tags, notes, deployment, metadata), merged into one row per device
 * (interface.md 2.7, 4.4).
 */
import * as z from 'zod/mini';
import type { CachedDevice } from './device.ts';
import { memoizeByObject, memoizeMembers } from './memoize.ts';
import { lastAnswer } from './receipt.ts';
import { rowObject, type Parsed } from './schema.ts';

/** Virtual values that are stored among the attributes of a device (field-facts.md 3, 6). */
export const VIRTUAL_ATTRIBUTES = [
  'deployment.status',
  'deployment.deploymentDate',
  'deployment.installerName',
  'deployment.installerEmail',
  'metadata',
] as const;
export const VIRTUAL_NAMES = ['alias', 'tags', 'notes', ...VIRTUAL_ATTRIBUTES] as const;
export type VirtualName = (typeof VIRTUAL_NAMES)[number];

/** Tags are one comma-joined string, on the wire and here; `metadata`, an object, is its JSON. */
const virtualValues = rowObject(
  Object.fromEntries(VIRTUAL_NAMES.map((name) => [name, z.optional(z.string())])) as Record<
    VirtualName,
    z.ZodMiniOptional<z.ZodMiniString>
  >,
);
export type VirtualValues = Parsed<typeof virtualValues>;

/** The stored row of an edit. */
export const editSchema = rowObject({
  uniqueId: z.string(),
  deviceType: z.string(),
  /** The person's values, shown while they are unsent. */
  values: virtualValues,
  /** The backend's values when editing began, to notice a change there. */
  base: virtualValues,
  /** The values in flight; null when there is no post. */
  inFlight: z.nullable(virtualValues),
  // Only explains a change at the backend; an invalid value must not make the edit unreadable.
  /** Values that posts without an answer may have saved. If the backend shows them, it is our own change. */
  unanswered: z.catch(z.optional(virtualValues), undefined),
  state: z.enum(['waiting', 'parked', 'saved']),
  held: z.boolean(),
  createdAtMs: z.number(),
  changedAtMs: z.number(),
  tries: z.number(),
  lastAnswer: z.nullable(lastAnswer),
  nextAtMs: z.nullable(z.number()),
});
export type VirtualEdit = Parsed<typeof editSchema>;

/** True for an edit that the backend has not accepted yet. */
export function isUnsent(edit: VirtualEdit | null): edit is VirtualEdit {
  return edit !== null && edit.state !== 'saved';
}

/** Returns the device as every screen shows it: unsent local values take precedence (product.md "Six words"). */
export function withEdit(device: CachedDevice, edit: VirtualEdit | null): CachedDevice {
  if (!isUnsent(edit)) return device;
  const { alias, tags, notes } = edit.values;
  const edited = VIRTUAL_ATTRIBUTES.filter((name) => edit.values[name] !== undefined);
  return {
    ...device,
    ...(edited.length === 0
      ? {}
      : {
          attributes: { ...device.attributes, ...Object.fromEntries(edited.map((name) => [name, edit.values[name]!])) },
        }),
    ...(alias === undefined ? {} : { alias: alias === '' ? null : alias }),
    ...(tags === undefined ? {} : { tags: tags === '' ? [] : tags.split(',') }),
    ...(notes === undefined ? {} : { notes: notes === '' ? null : notes }),
  };
}

/**
 * Returns the devices as they are shown. Returns the same list without edits or for the same edits, so that a prepared
 * search index stays valid.
 */
export function withEdits(devices: readonly CachedDevice[], edits: readonly VirtualEdit[]): readonly CachedDevice[] {
  return edits.length === 0 ? devices : shownDevices(devices)(edits);
}

const shownDevices = memoizeByObject((devices: readonly CachedDevice[]) =>
  memoizeMembers((edits: readonly VirtualEdit[]) => {
    const byId = new Map(edits.map((edit) => [edit.uniqueId, edit]));
    return devices.map((device) => withEdit(device, byId.get(device.uniqueId) ?? null));
  }),
);

/**
 * Returns the name of a beacon on every screen: its alias (an unsent one first), else its advertised name; null for
 * neither.
 */
export function shownName(
  device: Pick<CachedDevice, 'alias' | 'name'> | null,
  edit: Pick<VirtualEdit, 'values' | 'state'> | null,
): string | null {
  const unsent = edit?.state === 'saved' ? undefined : edit?.values.alias;
  const alias = unsent ?? device?.alias ?? '';
  return alias === '' ? (device?.name ?? null) : alias;
}

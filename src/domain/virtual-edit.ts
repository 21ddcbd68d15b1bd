/** Unsent edits of a device's virtual values (alias, tags, notes, deployment, metadata), merged into one row a device (interface.md 2.7, 4.4). */
import type { CachedDevice } from './device.ts';
import type { LastAnswer } from './receipt.ts';

/** Those that are kept among the attributes of a device (field-facts.md 3, 6). */
export const VIRTUAL_ATTRIBUTES = [
  'deployment.status',
  'deployment.deploymentDate',
  'deployment.installerName',
  'deployment.installerEmail',
  'metadata',
] as const;
export const VIRTUAL_NAMES = ['alias', 'tags', 'notes', ...VIRTUAL_ATTRIBUTES] as const;
export type VirtualName = (typeof VIRTUAL_NAMES)[number];

/** Tags are one comma-joined string on the wire and here; `metadata`, an object, is its JSON. */
export type VirtualValues = Readonly<Partial<Record<VirtualName, string>>>;

export interface VirtualEdit {
  readonly uniqueId: string;
  readonly deviceType: string;
  /** What the person wants; wins on screen while unsent. */
  readonly values: VirtualValues;
  /** What the backend showed when editing began, to notice a change there meanwhile. */
  readonly base: VirtualValues;
  /** The part that a post under way carries; null when none is. */
  readonly inFlight: VirtualValues | null;
  /** What posts without an answer may have saved: found at the backend, it is our own doing and no other's. */
  readonly unanswered?: VirtualValues;
  readonly state: 'waiting' | 'parked' | 'saved';
  readonly held: boolean;
  readonly createdAtMs: number;
  readonly changedAtMs: number;
  readonly tries: number;
  readonly lastAnswer: LastAnswer | null;
  readonly nextAtMs: number | null;
}

/** Edits the backend has not taken yet. */
export function isUnsent(edit: VirtualEdit | null): edit is VirtualEdit {
  return edit !== null && edit.state !== 'saved';
}

/** The device as every screen shows it: local values win while they are unsent (product.md "Six words"), then what the backend says. */
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

const shown = new WeakMap<
  readonly CachedDevice[],
  { readonly edits: readonly VirtualEdit[]; readonly devices: readonly CachedDevice[] }
>();

/** All of a list as they are shown. The same list where nothing was edited, and for the same edits: what was made ready for a search stays good. */
export function withEdits(devices: readonly CachedDevice[], edits: readonly VirtualEdit[]): readonly CachedDevice[] {
  if (edits.length === 0) return devices;
  const known = shown.get(devices);
  if (known !== undefined && known.edits.length === edits.length && known.edits.every((edit, at) => edit === edits[at]))
    return known.devices;
  const byId = new Map(edits.map((edit) => [edit.uniqueId, edit]));
  const made = devices.map((device) => withEdit(device, byId.get(device.uniqueId) ?? null));
  shown.set(devices, { edits, devices: made });
  return made;
}

/** What a beacon is called on every screen beside its id: its alias, one that is not sent yet first, else the name that it sends; null for neither. */
export function shownName(
  device: Pick<CachedDevice, 'alias' | 'name'> | null,
  edit: Pick<VirtualEdit, 'values' | 'state'> | null,
): string | null {
  const unsent = edit?.state === 'saved' ? undefined : edit?.values.alias;
  const alias = unsent ?? device?.alias ?? '';
  return alias === '' ? (device?.name ?? null) : alias;
}

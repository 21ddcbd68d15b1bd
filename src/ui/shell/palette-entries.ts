/** The entries of the palette: every page, the frequent actions, and the devices of the list. */
import { comparable } from '../../domain/clean-text.ts';
import type { CachedDevice } from '../../domain/device.ts';
import { viewAddress } from '../../domain/device-list/view-address.ts';
import { matchNamed } from '../../domain/palette/match.ts';
import { searchIndexOf } from '../../domain/device-list/search.ts';
import { AskKeyEvent } from '../shared/ask-key-event.ts';
import { paletteStrings as text } from '../strings/palette.ts';
import { placeStrings } from '../strings/places.ts';
import { LINKED_PAGES, PAGE_LINKS, WITHOUT_ACCOUNT } from './places.ts';
import { devicePath, runPath } from './router.ts';
import type { AppServices } from './services.ts';

export interface PaletteEntry {
  readonly id: string;
  readonly kind: 'page' | 'action' | 'device';
  readonly label: string;
  readonly also?: string;
  /** Shown beside the label: an ID, or the purpose of a page. */
  readonly detail?: string;
  readonly act: { readonly to: string } | { readonly does: () => void };
}

interface PaletteContext {
  readonly services: AppServices;
  readonly open: (what: 'shortcuts' | 'help') => void;
  /** Target of the events that the shell handles. */
  readonly from: EventTarget;
}

/** Maximum number of devices shown. Typing more narrows the list down. */
const MAX_DEVICES = 8;

export function fixedEntries({ services, open, from }: PaletteContext): readonly PaletteEntry[] {
  const { account, key } = services.session.state.value;
  const opened = services.account.value.services;
  const connected = account !== null;
  const action = (name: keyof typeof text.actions, act: PaletteEntry['act'], isOffered = true): PaletteEntry[] =>
    isOffered ? [{ id: name, kind: 'action', label: text.actions[name], also: text.alsoCalled[name], act }] : [];
  const does = (work: () => unknown): PaletteEntry['act'] => ({ does: () => void work() });
  const theme = (name: Parameters<AppServices['app']['setTheme']>[0]) => does(() => services.app.setTheme(name));
  // Reports a failure instead of rejecting: the list and the outbox show their own failures.
  const reportFailure = (work: Promise<unknown> | undefined): Promise<unknown> | undefined => work?.catch(reportError);
  return [
    ...LINKED_PAGES.filter((id) => connected || WITHOUT_ACCOUNT.has(id)).map((id): PaletteEntry => ({
      id,
      kind: 'page',
      label: placeStrings.names[id],
      also: placeStrings.purposes[id],
      detail: placeStrings.purposes[id],
      act: { to: PAGE_LINKS[id].href },
    })),
    ...action(
      'key',
      does(() => from.dispatchEvent(new AskKeyEvent())),
      connected && key !== 'ready',
    ),
    ...action(
      'refresh',
      does(() => reportFailure(opened?.devices.refresh())),
      connected,
    ),
    ...action(
      'send',
      does(() => reportFailure(opened?.outbox.sendNow())),
      connected,
    ),
    ...action('uncertain', { to: viewAddress({ states: ['uncertain'] }) }, connected),
    ...action('newJob', { to: '/jobs/new' }, connected),
    ...action('deviceTable', { to: '/device-table' }, connected),
    ...action('needPackage', { to: viewAddress({ needs: ['package'] }) }, connected),
    ...action('overviewLow', { to: viewAddress({ battery: 'low' }) }, connected),
    ...action(
      'help',
      does(() => open('help')),
    ),
    ...action(
      'shortcuts',
      does(() => open('shortcuts')),
    ),
    ...action('themeLight', theme('light')),
    ...action('themeDark', theme('dark')),
    ...action('themeSun', theme('sun')),
    ...action('themeAuto', theme('auto')),
    ...action('guide', { to: '/practice' }, account?.kind === 'sandbox'),
    ...action(
      'lock',
      does(() => reportFailure(services.session.lock())),
      connected && account.kind === 'live',
    ),
  ];
}

/** Returns the pages, actions and devices that match; without a query, the pages and actions. */
export function findEntries(
  query: string,
  fixed: readonly PaletteEntry[],
  {
    devices,
    hasPackage,
  }: { readonly devices: readonly CachedDevice[]; readonly hasPackage: (uniqueId: string) => boolean },
): readonly PaletteEntry[] {
  const named = matchNamed(fixed, query);
  if (query.trim() === '') return named;
  const matching = bestFirst(devices, searchIndexOf(devices).find(query, null), comparable(query));
  const [first, ...others] = matching;
  if (first === undefined) return named;
  // The actions of the best match directly follow it.
  return [deviceEntry(first), ...actionsOf(first, hasPackage(first.uniqueId)), ...others.map(deviceEntry), ...named];
}

/**
 * Sorts the devices: those whose ID equals the query first, then those whose name contains it, then those found by a
 * tag or in several fields.
 */
function bestFirst(devices: readonly CachedDevice[], places: readonly number[], query: string): CachedDevice[] {
  const ranks: [CachedDevice[], CachedDevice[], CachedDevice[]] = [[], [], []];
  for (const at of places) {
    const device = devices[at]!;
    const isId = comparable(device.uniqueId) === query;
    const into = ranks[isId ? 0 : comparable(nameOf(device)).includes(query) ? 1 : 2];
    if (into.length < MAX_DEVICES) into.push(device);
  }
  return ranks.flat().slice(0, MAX_DEVICES);
}

function nameOf({ alias, name, uniqueId }: CachedDevice): string {
  return alias ?? name ?? uniqueId;
}

function deviceEntry(device: CachedDevice): PaletteEntry {
  const { uniqueId, mac } = device;
  return {
    id: `device ${uniqueId}`,
    kind: 'device',
    label: nameOf(device),
    detail: [uniqueId, mac].filter((part) => part !== null).join(' · '),
    act: { to: devicePath(uniqueId) },
  };
}

function actionsOf({ uniqueId }: CachedDevice, hasPackage: boolean): PaletteEntry[] {
  const entry = (id: string, label: string, to: string): PaletteEntry => ({
    id: `${id} ${uniqueId}`,
    kind: 'action',
    label,
    act: { to },
  });
  return [
    ...(hasPackage ? [entry('write', text.write(uniqueId), runPath(uniqueId))] : []),
    entry('configure', text.configure(uniqueId), devicePath(uniqueId, '/configure')),
  ];
}

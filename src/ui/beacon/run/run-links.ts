/** The pages that the run screen leads to, and the words for the next beacon. */
import { knownOf, type Beacon } from '../../../domain/beacon-table.ts';
import { ACTION_OF_STEP, type RunAction } from '../../../domain/provisioning/next-action.ts';
import type { NextStep } from '../../../domain/provisioning/next-step.ts';
import { roomOf } from '../../../domain/room.ts';
import { devicePath } from '../../shell/router.ts';
import { runActionWords, runStrings } from '../../strings/run.ts';

/** A page to continue with. */
export interface PageLink {
  readonly path: string;
  readonly words: string;
}

/** The page of the next beacon. */
export interface NextLink extends PageLink {
  readonly name: string;
}

/** The page that an action opens; null for an action of this page. */
export function hrefOf(
  action: RunAction,
  { uniqueId, next, onward }: { readonly uniqueId: string; readonly next: NextLink | null; readonly onward: PageLink },
): string | null {
  switch (action) {
    case 'nextBeacon':
      return next?.path ?? '/run';
    case 'nothing':
      return onward.path;
    case 'waitOther':
      return '/run';
    case 'toOutbox':
      return '/outbox';
    case 'freeSpace':
      return '/more#storage';
    case 'configure':
      return hrefOfPrepare(uniqueId);
    default:
      return null;
  }
}

/** The label of a link to a run. When there is nothing to do, `open`. */
export function wordOf(step: NextStep, open: string): string {
  return step === 'nothing' || step === 'awaitAnswer' || step === 'runningElsewhere'
    ? open
    : runActionWords[ACTION_OF_STEP[step]];
}

/** The page that prepares a new configuration. */
export function hrefOfPrepare(uniqueId: string): string {
  return devicePath(uniqueId, '/configure');
}

/** Uses the alias or ID, because the device name may be the same on all beacons, and the place or room. */
export function linkToNext(path: string, uniqueId: string, next: Beacon, place: string): NextLink {
  const device = knownOf(next);
  const where = place === '' ? (roomOf(device?.tags ?? []) ?? '') : place;
  const name = [device?.alias ?? uniqueId, where].filter((part) => part !== '').join(', ');
  return { path, name, words: runStrings.nextNamed(name) };
}

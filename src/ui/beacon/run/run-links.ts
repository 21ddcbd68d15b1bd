/** Actions of a run that lead to another page. */
import { devicePath, runPath } from '../../shell/router.ts';
import type { RunAction } from '../../../domain/provisioning/next-action.ts';

/** Where an action leads that is a link; null for one that is done here. */
export function hrefOf(
  action: RunAction,
  {
    uniqueId,
    nextId,
    isPractice,
  }: { readonly uniqueId: string; readonly nextId: string | null; readonly isPractice: boolean },
): string | null {
  switch (action) {
    case 'nextBeacon':
      return nextId === null ? '/run' : runPath(nextId);
    case 'nothing':
      // In practice the list of runs is empty now: what comes next stands in the guide.
      return isPractice ? '/practice' : '/run';
    case 'waitOther':
      return '/run';
    case 'toOutbox':
      return '/outbox';
    case 'freeSpace':
      return '/more#storage';
    case 'configure':
      return devicePath(uniqueId, '/configure');
    default:
      return null;
  }
}

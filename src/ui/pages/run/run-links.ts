/** Actions of a run that lead to another page. */
import { devicePath, runPath } from '../../shell/router.ts';
import type { RunAction } from '../../../domain/provisioning/next-action.ts';

/** Where an action leads that is a link; null for one that is done here. */
export function hrefOf(action: RunAction, uniqueId: string, nextId: string | null): string | null {
  switch (action) {
    case 'nextBeacon':
      return nextId === null ? '/run' : runPath(nextId);
    case 'nothing':
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

/** Actions of a run that lead to another page. */
import { devicePath } from '../../shell/router.ts';
import type { RunAction } from '../../../domain/provisioning/next-action.ts';

/** Where an action leads that is a link; null for one that is done here. */
export function hrefOf(
  action: RunAction,
  {
    uniqueId,
    next,
    onward,
  }: {
    readonly uniqueId: string;
    /** null: there is no next one. */ readonly next: string | null;
    readonly onward: string;
  },
): string | null {
  switch (action) {
    case 'nextBeacon':
      return next ?? '/run';
    case 'nothing':
      return onward;
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

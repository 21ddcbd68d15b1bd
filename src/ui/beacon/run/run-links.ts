/** Actions of a run that lead to another page. */
import { devicePath } from '../../shell/router.ts';
import { runStrings } from '../../strings/run.ts';
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
      return hrefOfPrepare(uniqueId);
    default:
      return null;
  }
}

/** Where a new configuration is prepared. */
export function hrefOfPrepare(uniqueId: string): string {
  return devicePath(uniqueId, '/configure');
}

export interface Onward {
  readonly path: string;
  readonly words: string;
}

/** In practice the list of runs is empty when it is over: what comes next stands in the guide. */
export function onwardOf(isPractice: boolean): Onward {
  return isPractice ? { path: '/practice', words: runStrings.toGuide } : { path: '/run', words: runStrings.allRuns };
}

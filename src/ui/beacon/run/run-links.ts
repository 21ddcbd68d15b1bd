/** Actions of a run that open another page. */
import { devicePath } from '../../shell/router.ts';
import { runStrings } from '../../strings/run.ts';
import type { RunAction } from '../../../domain/provisioning/next-action.ts';

/** The page that an action opens; null for an action of this page. */
export function hrefOf(
  action: RunAction,
  {
    uniqueId,
    next,
    onward,
  }: {
    readonly uniqueId: string;
    /** Null: there is no next beacon. */ readonly next: string | null;
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

/** The page that prepares a new configuration. */
export function hrefOfPrepare(uniqueId: string): string {
  return devicePath(uniqueId, '/configure');
}

export interface Onward {
  readonly path: string;
  readonly words: string;
}

/** In practice the list of runs is empty after a run; the guide shows the next step. */
export function onwardOf(isPractice: boolean): Onward {
  return isPractice ? { path: '/practice', words: runStrings.toGuide } : { path: '/run', words: runStrings.allRuns };
}

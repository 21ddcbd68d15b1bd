/** Actions of a run that open another page. */
import { devicePath } from '../../shell/router.ts';
import type { RunAction } from '../../../domain/provisioning/next-action.ts';

/** A page to go on to. */
export interface PageLink {
  readonly path: string;
  readonly words: string;
}

/** The page that an action opens; null for an action of this page. */
export function hrefOf(
  action: RunAction,
  { uniqueId, next, onward }: { readonly uniqueId: string; readonly next: PageLink | null; readonly onward: PageLink },
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

/** The page that prepares a new configuration. */
export function hrefOfPrepare(uniqueId: string): string {
  return devicePath(uniqueId, '/configure');
}

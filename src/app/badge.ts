/** The number on the app's icon: the receipts of the open account that have still to be sent. Runs after the first page. */
import { ifPossible } from '../domain/unawaited.ts';
import type { AppServices } from '../ui/shell/services.ts';

/** What the browser offers; many have no badge. */
type BadgePort = Partial<Pick<Navigator, 'setAppBadge' | 'clearAppBadge'>>;

/** Shows it from now on, and clears it at none, on lock and on sign-out. */
export function showBadge({ account }: Pick<AppServices, 'account'>, port: BadgePort = navigator): void {
  if (port.setAppBadge === undefined || port.clearAppBadge === undefined) return;
  let shown: number | null = null;
  let stop = (): void => {};
  const show = (count: number): void => {
    if (count === shown) return;
    shown = count;
    void ifPossible(count === 0 ? port.clearAppBadge?.() : port.setAppBadge?.(count));
  };
  const follow = (): void => {
    stop();
    stop = () => {};
    const outbox = account.value.services?.outbox.state;
    if (outbox === undefined) return show(0);
    const look = (): void => (outbox.value.loaded ? show(outbox.value.onlyHere) : undefined);
    stop = outbox.subscribe(look);
    look();
  };
  account.subscribe(follow);
  follow();
}

/** Shows the number of unsent receipts of the open account on the app's icon. Runs after the first page. */
import { ifPossible } from '../domain/unawaited.ts';
import type { AppServices, OpenedAccount } from '../ui/shell/services.ts';

/** The browser's badge functions; many browsers have none. */
type BadgePort = Partial<Pick<Navigator, 'setAppBadge' | 'clearAppBadge'>>;

/** Keeps the badge up to date. Clears it at zero, on lock and on sign-out. */
export function showBadge({ account }: Pick<AppServices, 'account'>, port: BadgePort = navigator): void {
  let shown: number | null = null;
  let stop = (): void => {};
  const show = (count: number): void => {
    if (count === shown) return;
    shown = count;
    void ifPossible(count === 0 ? port.clearAppBadge?.() : port.setAppBadge?.(count));
  };
  const follow = ({ services }: OpenedAccount): void => {
    stop();
    const outbox = services?.outbox.state;
    if (outbox === undefined) return show(0);
    stop = outbox.subscribe(({ toSend }) => show(toSend));
  };
  account.subscribe(follow);
}

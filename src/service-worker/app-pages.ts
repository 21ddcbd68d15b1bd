/** Tells which addresses of this origin are pages of the app. Other pages of the origin are not trusted. */

/** First part of the path of each page (ui/shell/routes.ts); '' is the welcome page. */
export const APP_PAGES = [
  '',
  'index.html',
  'connect',
  'overview',
  'practice',
  'devices',
  'configure',
  'packages',
  'withdraw',
  'tags',
  'device-table',
  'labels',
  'orders',
  'move',
  'share',
  'jobs',
  'run',
  'outbox',
  'telemetry',
  'more',
  'check-phone',
  'streams',
  'inspector',
  'report-check',
] as const;

/** True if `address` is a page of the app. `scope` is the URL of the app's folder, with a slash at its end. */
export function isAppPage(address: string, scope: string): boolean {
  const page = new URL(address);
  const home = new URL(scope);
  if (page.origin !== home.origin || !page.pathname.startsWith(home.pathname)) return false;
  const [first = '', ...rest] = page.pathname.slice(home.pathname.length).split('/');
  return APP_PAGES.some((one) => one === first) && (first !== '' || rest.length === 0);
}

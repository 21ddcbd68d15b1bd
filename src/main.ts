/** Runs at each start of the page: shows the welcome page where no account is stored, and fetches the app. */
import type { FkApp } from './ui/shell/app.ts';
import { onDemand } from './domain/on-demand.ts';
import { takeOver } from './service-worker/take-over.ts';
import './ui/pages/welcome/first-screen.ts';
import { whenIdle } from './ui/shared/when-idle.ts';
import { completeLinks, navigate, pathOf } from './ui/shell/router.ts';
import { showTheme, storedTheme } from './ui/shell/theme.ts';
import { direction, locale } from './ui/strings/locale.ts';
import { shellStrings } from './ui/strings/shell.ts';
import { accountCopyPrefix, REGISTRY_DATABASE, START_MARK, TAKE_OVER_MARK } from './names.ts';

document.documentElement.lang = locale;
document.documentElement.dir = direction;

// All that is imported has been loaded: the watch over the start (rescue/watch.ts) can tell a slow start from a broken one.
document.documentElement.dataset[START_MARK.name] = START_MARK.value;

/** While there is no registry of accounts, nobody was ever connected here. */
async function knowsAnAccount(): Promise<boolean> {
  if (typeof indexedDB.databases !== 'function') return true;
  if (Object.keys(localStorage).some((key) => key.startsWith(accountCopyPrefix(REGISTRY_DATABASE)))) return true;
  // Where the databases cannot be listed there may be one.
  const names = await indexedDB.databases().catch(() => null);
  return names === null || names.some(({ name }) => name?.startsWith(REGISTRY_DATABASE));
}

/** Site data is blocked: nothing could be kept, so nothing is begun. */
function isBlocked(): boolean {
  try {
    localStorage.getItem('');
    return false;
  } catch {
    return true;
  }
}

function sayBlocked(): void {
  const page = document.createElement('main');
  const heading = document.createElement('h1');
  const sentence = document.createElement('p');
  heading.textContent = shellStrings.blocked.heading;
  sentence.textContent = shellStrings.blocked.text;
  page.append(heading, sentence);
  page.style.padding = 'var(--space-5)';
  document.body.append(page);
}

/** Shows the app. Where its code cannot be had, the watch over the start leads to the rescue page. */
async function startApp(): Promise<void> {
  const { openApp } = await import('./app/app.ts');
  document.body.append(await openApp({ isPageShown: false }));
}

/** Shows the welcome page, which needs no service; the app takes its place when nobody uses the page, or at the first press. */
async function welcome(): Promise<void> {
  const first = document.createElement('fk-first-screen');
  const place = (app: FkApp): void => {
    if (app.isConnected) return;
    const { state, setTheme } = app.services.app;
    if (state.value.theme !== storedTheme()) setTheme(storedTheme());
    first.replaceWith(app);
  };
  const fetchApp = onDemand(async () => {
    const { openApp } = await import('./app/app.ts');
    const app = await openApp({ isPageShown: true });
    const { session } = app.services;
    // Practice was chosen here, or another window has connected an account.
    session.state.subscribe(() => (session.state.value.account === null ? undefined : place(app)));
    return app;
  });
  first.fetchServices = async () => (await fetchApp()).services;
  first.addEventListener('fk-enter-app', ({ path }) => {
    fetchApp().then(
      (app) => {
        place(app);
        if (path === null) app.openDesk('help');
        else navigate(path);
      },
      (error: unknown) => {
        reportError(error);
        first.failed = true;
      },
    );
  });
  if (import.meta.env.BASE_URL !== '/') completeLinks();
  document.body.append(first);
  await whenIdle();
  const app = await fetchApp();
  if (first.isTouched) return;
  // Both look the same: the app is seen when its page is drawn.
  app.style.display = 'none';
  app.addEventListener(
    'fk-page-shown',
    () => {
      app.style.display = '';
      first.remove();
    },
    { once: true },
  );
  document.body.append(app);
}

if (isBlocked()) sayBlocked();
else {
  showTheme(storedTheme());
  // Before anything else is fetched.
  if (sessionStorage.getItem(TAKE_OVER_MARK) === 'asked') await takeOver().catch(reportError);
  const isWelcome = pathOf(location.pathname) === '/' && !(await knowsAnAccount());
  await (isWelcome ? welcome() : startApp()).catch((error: unknown) => reportError(error));
}

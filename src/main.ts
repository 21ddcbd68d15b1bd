/** Runs at each start of the page: shows the app, or the welcome page if no account is stored. */
import './ui/kit/replaced-text.ts';
import { pathOf } from './ui/shell/router.ts';
import { showTheme, storedTheme } from './ui/shell/theme.ts';
import { wordsOf } from './ui/language/load.ts';
import { direction, locale } from './ui/language/locale.ts';
import { accountCopyPrefix, REGISTRY_DATABASE, START_MARK, TAKE_OVER_MARK } from './names.ts';

/** Without a registry database no account was ever connected on this device. */
async function knowsAnAccount(): Promise<boolean> {
  if (typeof indexedDB.databases !== 'function') return true;
  if (Object.keys(localStorage).some((key) => key.startsWith(accountCopyPrefix(REGISTRY_DATABASE)))) return true;
  // A browser that cannot list its databases may have one.
  const names = await indexedDB.databases().catch(() => null);
  return names === null || names.some(({ name }) => name?.startsWith(REGISTRY_DATABASE));
}

/** The browser blocks site data. */
function isBlocked(): boolean {
  try {
    localStorage.getItem('');
    return false;
  } catch {
    return true;
  }
}

async function start(): Promise<void> {
  document.documentElement.lang = locale();
  document.documentElement.dir = direction;
  const isAlone = isBlocked();
  if (!isAlone) {
    showTheme(storedTheme());
    // This comes before any other request.
    if (sessionStorage.getItem(TAKE_OVER_MARK) === 'asked')
      await import('./service-worker/page/take-over.ts').then(({ takeOver }) => takeOver()).catch(reportError);
  }
  // With all words of the first page, while its code comes; the modules of strings wait for them.
  void wordsOf('shell');
  if (isAlone || (pathOf(location.pathname) === '/' && !(await knowsAnAccount()))) {
    const { showBlocked, welcome } = await import('./app/welcome.ts');
    await (isAlone ? showBlocked() : welcome());
  } else {
    const { openApp } = await import('./app/app.ts');
    document.body.append(await openApp({ isPageShown: false }));
  }
}

// The start watch (rescue/watch.ts) distinguishes a slow start from a failed one, and offers the rescue page for both.
document.documentElement.dataset[START_MARK.name] = START_MARK.value;
start().catch((error: unknown) => reportError(error));

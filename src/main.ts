/** Runs at each start of the page: chooses the language, then shows the welcome page where no account is stored, else the app. */
import { pathOf } from './ui/shell/router.ts';
import { showTheme, storedTheme } from './ui/shell/theme.ts';
import { loadLanguage } from './ui/strings/language.ts';
import { direction, locale } from './ui/strings/locale.ts';
import { accountCopyPrefix, REGISTRY_DATABASE, START_MARK, TAKE_OVER_MARK } from './names.ts';

/** While there is no registry of accounts, nobody was ever connected here. */
async function knowsAnAccount(): Promise<boolean> {
  if (typeof indexedDB.databases !== 'function') return true;
  if (Object.keys(localStorage).some((key) => key.startsWith(accountCopyPrefix(REGISTRY_DATABASE)))) return true;
  // Where the databases cannot be listed there may be one.
  const names = await indexedDB.databases().catch(() => null);
  return names === null || names.some(({ name }) => name?.startsWith(REGISTRY_DATABASE));
}

/** Site data is blocked. */
function isBlocked(): boolean {
  try {
    localStorage.getItem('');
    return false;
  } catch {
    return true;
  }
}

async function start(): Promise<void> {
  document.documentElement.lang = locale;
  document.documentElement.dir = direction;
  const isAlone = isBlocked();
  if (!isAlone) {
    showTheme(storedTheme());
    // Before anything else is fetched.
    if (sessionStorage.getItem(TAKE_OVER_MARK) === 'asked')
      await import('./service-worker/page/take-over.ts').then(({ takeOver }) => takeOver()).catch(reportError);
  }
  // A file of words speaks the language that was chosen when it was loaded.
  await loadLanguage();
  if (isAlone || (pathOf(location.pathname) === '/' && !(await knowsAnAccount()))) {
    const { sayBlocked, welcome } = await import('./app/welcome.ts');
    await (isAlone ? sayBlocked() : welcome());
  } else {
    const { openApp } = await import('./app/app.ts');
    document.body.append(await openApp({ isPageShown: false }));
  }
}

// The watch over the start (rescue/watch.ts) can tell a slow start from a broken one, and leads to the rescue page after either.
document.documentElement.dataset[START_MARK.name] = START_MARK.value;
start().catch((error: unknown) => reportError(error));

/** The welcome page, which needs no services. Runs at a first visit and loads the app in the background. */
import type { FkApp } from '../ui/shell/app.ts';
import { onDemand } from '../domain/on-demand.ts';
import '../ui/pages/welcome/first-screen.ts';
import { whenIdle } from '../ui/shared/when-idle.ts';
import { completeLinks, navigate } from '../ui/shell/router.ts';
import { storedTheme } from '../ui/shell/theme.ts';
import { shellStrings } from '../ui/strings/shell.ts';

/** Shows that site data is blocked. The app does not start, because nothing could be stored. */
export function showBlocked(): void {
  const page = document.createElement('main');
  const heading = document.createElement('h1');
  const sentence = document.createElement('p');
  heading.textContent = shellStrings.blocked.heading;
  sentence.textContent = shellStrings.blocked.text;
  page.append(heading, sentence);
  page.style.padding = 'var(--space-5)';
  document.body.append(page);
}

/** Shows the welcome page and replaces it with the app when the page is idle or at the first press. */
export async function welcome(): Promise<void> {
  const first = document.createElement('fk-first-screen');
  const place = (app: FkApp): void => {
    if (!first.isConnected) return;
    const { state, setTheme } = app.services.app;
    if (state.value.theme !== storedTheme()) setTheme(storedTheme());
    app.style.display = '';
    if (app.isConnected) first.remove();
    else first.replaceWith(app);
  };
  const fetchApp = onDemand(async () => {
    const { openApp } = await import('./app.ts');
    const app = await openApp({ isPageShown: true });
    const { session } = app.services;
    // Practice was chosen here, or another window connected an account.
    session.state.subscribe(() => (session.state.value.account === null ? undefined : place(app)));
    return app;
  });
  first.fetchServices = async () => (await fetchApp()).services;
  first.addEventListener('fk-enter-app', ({ path }) => {
    fetchApp().then(
      async (app) => {
        place(app);
        if (path !== null) return navigate(path);
        await app.updateComplete;
        app.openSheet('help');
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
  // Keep the app hidden until its page is drawn; both look the same.
  app.style.display = 'none';
  // A press that began in the meantime keeps the page it began on, and shows the app when it ends.
  app.addEventListener('fk-page-shown', () => (first.isTouched ? undefined : place(app)), { once: true });
  document.body.append(app);
}

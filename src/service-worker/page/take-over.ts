/**
 * Lets a waiting version take over while a page starts, before the page fetches anything else. If a file is fetched
 * just as the old version ends, Chromium starts that version again and then waits for half a minute.
 */
import { TAKE_OVER_MARK } from '../../names.ts';
import { letTakeOver } from './update-watch.ts';

/** The page counts as idle when it has fetched nothing for this long, ms. */
const IDLE_MS = 300;
/** The longest wait for the page to become idle, ms. */
const MAX_WAIT_MS = 3000;

/** Reloads this page; the new version takes over while it starts. */
export function startWithNewVersion(): void {
  sessionStorage.setItem(TAKE_OVER_MARK, 'asked');
  location.reload();
}

/** The version that this start tried to let take over, while the old version was busy. */
let held: ServiceWorker | null = null;

/** Returns the version that could not take over during this start because the old one was busy. It may have taken over since. */
export function heldVersion(): ServiceWorker | null {
  return held;
}

/** Reloads the page if the new version has taken over, and then never resolves. Resolves if the start goes on with the old version. */
export async function takeOver(
  container: Pick<ServiceWorkerContainer, 'getRegistration'> = navigator.serviceWorker,
  reload = () => location.reload(),
): Promise<void> {
  sessionStorage.removeItem(TAKE_OVER_MARK);
  const waiting = (await container.getRegistration())?.waiting;
  if (waiting == null) return;
  let isOver = false;
  // Another window may have requested the update or closed, so the version may take over while this page waits to become idle.
  const over = new Promise<void>((resolve) => {
    const check = (): void => {
      isOver = waiting.state === 'activated' || waiting.state === 'redundant';
      if (isOver) resolve();
    };
    waiting.addEventListener('statechange', check);
    check();
  });
  await Promise.race([over, pageIsIdle(), new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))]);
  await Promise.race([over, new Promise<void>((resolve) => letTakeOver(waiting, resolve))]);
  if (isOver) {
    reload();
    await new Promise(() => undefined);
  } else held = waiting;
}

async function pageIsIdle(): Promise<void> {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }));
  await new Promise<void>((resolve) => {
    let timer = setTimeout(end, IDLE_MS);
    const comes = new PerformanceObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(end, IDLE_MS);
    });
    comes.observe({ type: 'resource' });

    function end(): void {
      comes.disconnect();
      resolve();
    }
  });
}

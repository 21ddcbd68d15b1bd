/**
 * Lets a version that waits take over while a page starts, before it fetches anything else: a file that is fetched just as the old
 * version ends makes Chromium start that one again, and then wait for half a minute.
 */
import { TAKE_OVER_MARK } from '../../names.ts';
import { letTakeOver } from './update-watch.ts';

/** What the start itself fetches comes through the old version; where nothing has come for so long, nothing is on its way. */
const STILL_MS = 300;
/** A start is not kept waiting longer than this for a page that is never still. */
const STILL_AT_MOST_MS = 3000;

/** In the page that stands: starts it anew, and the new version with it. */
export function startWithNewVersion(): void {
  sessionStorage.setItem(TAKE_OVER_MARK, 'asked');
  location.reload();
}

/** Asked for by this start, which the old version held up. */
let held: ServiceWorker | null = null;

/** The version that this start was to bring and could not, since the old one was still at work; it may have taken over by now. */
export function heldVersion(): ServiceWorker | null {
  return held;
}

/** Loads the page anew where the new version has taken over, and never resolves then; resolves where the start goes on with the old one. */
export async function takeOver(
  container: Pick<ServiceWorkerContainer, 'getRegistration'> = navigator.serviceWorker,
  reload = () => location.reload(),
): Promise<void> {
  sessionStorage.removeItem(TAKE_OVER_MARK);
  const waiting = (await container.getRegistration())?.waiting;
  if (waiting == null) return;
  let isOver = false;
  // Another window may have asked for it too, or closed: it then takes over while this page still waits to be still.
  const over = new Promise<void>((resolve) => {
    const look = (): void => {
      isOver = waiting.state === 'activated' || waiting.state === 'redundant';
      if (isOver) resolve();
    };
    waiting.addEventListener('statechange', look);
    look();
  });
  await Promise.race([over, pageIsStill(), new Promise((resolve) => setTimeout(resolve, STILL_AT_MOST_MS))]);
  await Promise.race([over, new Promise<void>((resolve) => letTakeOver(waiting, resolve))]);
  if (isOver) {
    reload();
    await new Promise(() => undefined);
  } else held = waiting;
}

async function pageIsStill(): Promise<void> {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }));
  await new Promise<void>((resolve) => {
    let timer = setTimeout(end, STILL_MS);
    const comes = new PerformanceObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(end, STILL_MS);
    });
    comes.observe({ type: 'resource' });

    function end(): void {
      comes.disconnect();
      resolve();
    }
  });
}

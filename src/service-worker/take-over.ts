/**
 * Lets a version that waits take over while a page starts, before it fetches anything else: a file that is fetched just as the old
 * version ends makes Chromium start that one again, and then wait for half a minute.
 */
import { TAKE_OVER_MARK } from '../names.ts';
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

/** Whether the last start was to bring the new version, and the old one was still at work; told once. */
export function wasHeld(): boolean {
  const isHeld = sessionStorage.getItem(TAKE_OVER_MARK) === 'held';
  if (isHeld) sessionStorage.removeItem(TAKE_OVER_MARK);
  return isHeld;
}

/** Loads the page anew where the new version has taken over, and never resolves then; resolves where the start goes on with the old one. */
export async function takeOver(
  container: Pick<ServiceWorkerContainer, 'getRegistration'> = navigator.serviceWorker,
  reload = () => location.reload(),
): Promise<void> {
  sessionStorage.removeItem(TAKE_OVER_MARK);
  const waiting = (await container.getRegistration())?.waiting;
  if (waiting == null) return;
  await Promise.race([pageIsStill(), new Promise((resolve) => setTimeout(resolve, STILL_AT_MOST_MS))]);
  const isHeld = await new Promise<boolean>((resolve) => {
    waiting.addEventListener('statechange', () => {
      if (waiting.state !== 'activating') resolve(false);
    });
    letTakeOver(waiting, () => resolve(true));
  });
  if (isHeld) sessionStorage.setItem(TAKE_OVER_MARK, 'held');
  else {
    reload();
    await new Promise(() => undefined);
  }
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

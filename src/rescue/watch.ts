/** Watches the app's start from outside its bundle, and shows the rescue page if the app has not started within 10 s. */
import { slowStartStrings as text } from './slow-words.ts';
import { keepReason, type Why } from './reason.ts';
import { START_MARK } from '../names.ts';

const PATIENCE_MS = 10_000;
const RETRY_MS = 500;
const script = document.currentScript as HTMLScriptElement;
const rescueAddress = new URL('rescue.html', script.src).href;

let why: Why | null = null;
let detail = '';

function remember(event: Event): void {
  if (why !== null) return;
  if (event instanceof ErrorEvent) {
    why = 'threw';
    detail = `${event.message} (${event.filename.split('/').at(-1) ?? ''}:${event.lineno})`;
  } else if (event.target instanceof HTMLScriptElement) {
    why = 'missing';
    detail = event.target.src.split('/').at(-1) ?? '';
  }
}

function rejected(event: PromiseRejectionEvent): void {
  if (why !== null) return;
  why = 'threw';
  detail = String(event.reason);
}

/** True if the app's element or the welcome page's is in the document and its class is defined. */
function isUp(): boolean {
  const app = document.querySelector('fk-app, fk-first-screen');
  return app !== null && app.shadowRoot !== null;
}

/** True if `main.ts` has run, which sets this mark after its imports have loaded. */
function hasBegun(): boolean {
  return document.documentElement.dataset[START_MARK.name] === START_MARK.value;
}

function judge(): void {
  // No failure is known and the page itself is still loading, so there is nowhere to show a message.
  if (why === null && (document.body as HTMLElement | null) === null) {
    setTimeout(judge, RETRY_MS);
    return;
  }
  window.removeEventListener('error', remember, true);
  window.removeEventListener('unhandledrejection', rejected);
  if (isUp()) return;
  if (why === null && document.readyState === 'complete' && !hasBegun()) why = 'empty';
  if (why === null) {
    // The app may still be loading over a slow network or reading a large database, so the start goes on.
    offer();
    return;
  }
  keepReason(why, detail);
  location.replace(`${rescueAddress}#${why}`);
}

/** Offers a link to the rescue page, which disappears as soon as the app is up. */
function offer(): void {
  const notice = document.createElement('p');
  const link = document.createElement('a');
  link.href = rescueAddress;
  link.textContent = text.open;
  notice.append(`${text.text} `, link);
  document.body.append(notice);
  const watcher = new MutationObserver(() => {
    if (!isUp()) return;
    notice.remove();
    watcher.disconnect();
  });
  watcher.observe(document.body, { childList: true });
}

window.addEventListener('error', remember, true);
window.addEventListener('unhandledrejection', rejected);
setTimeout(judge, PATIENCE_MS);

/** The rescue page: says why the app did not start, saves what is stored here, and starts or reinstalls the app. */
import { language } from '../ui/language/locale.ts';
import { readReason } from './reason.ts';
import { rescueFile } from './rescue-file.ts';
import { rescueStyles } from './rescue-styles.ts';
import { salvage, type Salvaged } from './salvage.ts';
import { rescueStrings } from './words.ts';
import { PRACTICE_CACHE } from '../names.ts';

const text = rescueStrings;
if (language === 'de') document.documentElement.lang = language;
/** URL of the app: the folder that holds this script. */
const app = new URL('.', (document.currentScript as HTMLScriptElement).src).href;

const sheet = new CSSStyleSheet();
sheet.replaceSync(rescueStyles);
document.adoptedStyleSheets = [sheet];

function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  made.append(...children);
  return made;
}

function button(words: string, act: () => void): HTMLButtonElement {
  const made = element('button', words);
  made.type = 'button';
  made.addEventListener('click', act);
  return made;
}

const result = element('p');
result.setAttribute('role', 'status');

function save(one: Salvaged): void {
  const nowMs = Date.now();
  const link = element('a');
  link.href = URL.createObjectURL(new Blob([rescueFile(one, nowMs)], { type: 'application/json' }));
  link.download = `beacon-fieldkit-rescue-${new Date(nowMs).toISOString().slice(0, 16).replace(/[:T]/g, '-')}.json`;
  document.body.append(link);
  link.click();
  link.remove();
  result.textContent = text.found.saved;
}

function describe(one: Salvaged): HTMLElement {
  const open = one.receipts.filter(({ state }) => state !== 'verified').length;
  const verified = one.receipts.length - open;
  const name = element('bdi', one.account?.name ?? text.found.unknownAccount);
  const box = element('section', element('h3', name), element('p', text.found.of(open, one.unfinishedRuns.length)));
  if (verified > 0) box.append(element('p', text.found.verified(verified)));
  if (one.unreadable.length > 0) box.append(element('p', text.found.unreadable(one.unreadable.length)));
  box.append(button(text.found.save, () => save(one)));
  return box;
}

/** Deletes the stored program and never any data. Does nothing without a network, because nothing could replace the program. */
async function reinstall(): Promise<void> {
  const isThere = await fetch(`${app}sw.js`, { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (!isThere) {
    result.textContent = text.noNetwork;
    return;
  }
  for (const registration of (await navigator.serviceWorker?.getRegistrations()) ?? []) {
    if (registration.scope === app) await registration.unregister();
  }
  for (const name of await caches.keys()) {
    if (name === PRACTICE_CACHE || (name.startsWith('workbox-') && name.endsWith(app))) await caches.delete(name);
  }
  location.replace(app);
}

async function show(): Promise<void> {
  const { why, detail } = readReason(location.hash);
  const progress = element('p', text.looking);
  const main = element(
    'main',
    element('h1', text.title),
    element('p', text.why[why]),
    element('p', text.safe),
    result,
    progress,
  );
  document.body.append(main);

  const { accounts, troubles } = await salvage(Date.now());
  progress.remove();
  main.append(
    element('h2', text.found.title),
    ...(accounts.length === 0
      ? [element('p', text.found.nothing)]
      : [element('p', text.found.lock), ...accounts.map(describe)]),
  );
  if (troubles.length > 0)
    main.append(element('p', text.trouble), element('ul', ...troubles.map((one) => element('li', one))));
  main.append(
    element('h2', text.next.title),
    button(text.next.reload, () => location.replace(app)),
    element('p', text.next.reinstallText),
    button(text.next.reinstall, () => void reinstall()),
  );
  if (detail !== '') main.append(element('details', element('summary', text.details), element('pre', detail)));
}

void show();

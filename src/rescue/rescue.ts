/** The rescue page: says why the app did not start, saves what is stored here, and starts or reinstalls the app. */
import { withoutSecrets } from '../domain/attributes/values.ts';
import { writeReceiptFile } from '../domain/receipt-file.ts';
import { language } from '../ui/language/locale.ts';
import { readReason } from './reason.ts';
import { salvage, type Salvaged } from './salvage.ts';
import { rescueStrings as text } from './words.ts';
import { PRACTICE_CACHE } from '../names.ts';

if (language === 'de') document.documentElement.lang = language;
/** URL of the app: the folder that holds this script. */
const app = new URL('.', (document.currentScript as HTMLScriptElement).src).href;

/** The look of the page: its own, since no other file may be needed. */
const styles = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0; color: light-dark(#141a24, #f1ede2); background: light-dark(#f7f4ec, #141a24); }
main { box-sizing: border-box; max-width: 40rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
h1 { font-size: 1.5rem; }
h2 { margin-top: 2rem; font-size: 1.2rem; }
h3 { margin: 0 0 0.5rem; font-size: 1rem; }
section { margin-bottom: 1rem; padding: 1rem; border: 1px solid light-dark(#8a8577, #7d8696); border-radius: 12px; }
section p { margin: 0 0 0.75rem; }
button { min-height: 56px; width: 100%; padding: 0 1rem; border: 1px solid currentcolor; border-radius: 12px; font: inherit; font-weight: 600; color: inherit; background: light-dark(#fff, #202938); cursor: pointer; }
button:focus-visible, a:focus-visible, summary:focus-visible { outline: 3px solid light-dark(#0b57d0, #a8c7fa); outline-offset: 2px; }
[role="status"]:not(:empty) { padding: 0.75rem 1rem; border-inline-start: 4px solid currentcolor; font-weight: 600; }
summary { min-height: 48px; align-content: center; cursor: pointer; }
pre { overflow-wrap: anywhere; white-space: pre-wrap; }
`;
const sheet = new CSSStyleSheet();
sheet.replaceSync(styles);
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

/**
 * Returns the file: the outbox's export format, so that any phone can import it, plus the other rows. Its `receipts` are what
 * the outbox would export: all but the verified ones, which an import would post again and which are listed separately.
 * Never throws. The file holds no credential, because the rows hold none.
 */
function rescueFile(
  { accountId, account, isOpen, receipts, unfinishedRuns, unreadable }: Salvaged,
  nowMs: number,
): string {
  const from = account ?? { id: accountId, baseUrl: 'unknown', legacyBaseUrl: 'unknown' };
  // The file has no key mark: the page does not ask for the key of a locked account.
  const keyMark = isOpen ? (account?.keyMark ?? null) : null;
  const verified = receipts.filter(({ state }) => state === 'verified');
  const open = JSON.parse(
    writeReceiptFile(
      { ...from, keyMark },
      receipts.filter(({ state }) => state !== 'verified'),
      nowMs,
    ),
  ) as Record<string, unknown>;
  const rest = {
    verified: verified.map((receipt) => ({ ...receipt, values: withoutSecrets(receipt.values) })),
    unfinishedRuns,
    unreadable,
  };
  return `${JSON.stringify({ ...open, ...rest }, null, 2)}\n`;
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

/**
 * Composes the diagnostics. The only place that turns changes in the app into events and collects the state for the
 * text. Runs after the first page.
 */
import type { ReadonlySignal } from '@preact/signals-core';
import type { Receipt } from '../domain/receipt.ts';
import type { AccountServices, AppServices } from '../ui/shell/services.ts';
import { createDiagnostics, type Diagnostics } from '../use-cases/diagnostics/diagnostics.ts';
import type { EventKind } from '../use-cases/diagnostics/event.ts';
import { DIAGNOSTICS_KEY } from '../names.ts';

type Watched = Pick<AppServices, 'session' | 'app' | 'phone' | 'account'>;

const FLUSH_AFTER_MS = 2000;
const BROWSERS = [
  'Google Chrome',
  'Chromium',
  'Microsoft Edge',
  'Opera',
  'Brave',
  'Samsung Internet',
  'Firefox',
  'Safari',
];
const SYSTEMS = ['Android', 'Windows', 'macOS', 'Linux', 'Chrome OS', 'Chromium OS', 'iOS'];

export function startDiagnostics(services: Watched): { text(): string } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const diagnostics = createDiagnostics({
    clock: { nowMs: Date.now },
    read: () => localStorage.getItem(DIAGNOSTICS_KEY),
    write(row) {
      try {
        localStorage.setItem(DIAGNOSTICS_KEY, row);
      } catch {
        // Storage is full; the events stay in memory.
      }
    },
    ownFiles: () =>
      new Set(
        performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname.split('/').at(-1) ?? ''),
      ),
    onNote() {
      timer ??= setTimeout(() => {
        timer = undefined;
        diagnostics.flush();
      }, FLUSH_AFTER_MS);
    },
  });
  watchErrors(diagnostics);
  watchServices(diagnostics, services);
  window.addEventListener('pagehide', () => diagnostics.flush());
  return { text: () => diagnostics.text({ ...factsOf(services), ...surroundings() }) };
}

function watchErrors(diagnostics: Diagnostics): void {
  window.addEventListener('error', ({ error, filename, lineno, colno }) =>
    diagnostics.noteError(error, { file: filename.split('/').at(-1) ?? '', line: lineno, column: colno }),
  );
  window.addEventListener('unhandledrejection', ({ reason }) => diagnostics.noteError(reason));
  document.addEventListener('securitypolicyviolation', () => diagnostics.note('policy'));
}

/** Calls `report` only when the word changes, because live values often repeat the same state. */
function follow<T>(
  live: ReadonlySignal<T>,
  wordOf: (value: T) => string,
  report: (word: string, value: T) => void,
): () => void {
  let last = '';
  return live.subscribe((value) => {
    const word = wordOf(value);
    if (word === last) return;
    last = word;
    report(word, value);
  });
}

/** Notes each new word; '' is not noted. */
function followWord<T>(
  diagnostics: Diagnostics,
  kind: EventKind,
  live: ReadonlySignal<T>,
  wordOf: (value: T) => string,
): () => void {
  return follow(live, wordOf, (word) => word !== '' && diagnostics.note(kind, { word }));
}

/**
 * Records changes in the services as events. Only predefined words are recorded, never a value from a service. Exported
 * for its test.
 */
export function watchServices(diagnostics: Diagnostics, services: Watched): void {
  const { session, app, phone, account } = services;
  diagnostics.note('started');
  follow(
    session.state,
    ({ account, key }) => `${account?.kind ?? 'none'} ${key}`,
    (word) => {
      for (const one of word.split(' ')) diagnostics.note('account', { word: one });
    },
  );
  followWord(diagnostics, 'network', app.state, ({ online }) => (online ? 'online' : 'offline'));
  followWord(diagnostics, 'update', app.state, ({ updateWaiting, updateFailed }) =>
    updateFailed ? 'failed' : updateWaiting ? 'waiting' : '',
  );
  followWord(diagnostics, 'storage', app.state, ({ persisted }) =>
    persisted === null ? '' : persisted ? 'kept' : 'notKept',
  );
  follow(phone, ({ remarks }) => countWord(remarks), noteRemarks(diagnostics));
  let stops: readonly (() => void)[] = [];
  account.subscribe(({ services: opened }) => {
    for (const stop of stops) stop();
    stops = opened === null ? [] : watchAccount(diagnostics, opened);
  });
}

const countWord = ({ length }: readonly unknown[]): string => (length === 0 ? '' : String(length));
const noteRemarks =
  (diagnostics: Diagnostics) =>
  (word: string): void =>
    diagnostics.note('storage', { word: 'remarks', number: word === '' ? 0 : Number(word) });

function watchAccount(diagnostics: Diagnostics, { devices, runs, outbox }: AccountServices): (() => void)[] {
  const noteQueue = (word: string): void => diagnostics.note('queue', { word: word === '' ? 'goesOn' : word });
  return [
    follow(outbox.state, ({ storageRemarks }) => countWord(storageRemarks), noteRemarks(diagnostics)),
    followWord(diagnostics, 'list', devices.list, ({ failure }) => failure?.kind ?? ''),
    follow(
      runs.current,
      (run) =>
        run === null
          ? ''
          : `${run.runId} ${run.phase} ${run.attempt} ${run.failure?.code ?? ''} ${run.outcome?.kind ?? ''}`,
      (_, run) => {
        if (run === null) return;
        const { uniqueId: beaconId, phase, attempt, failure, outcome } = run;
        if (phase !== 'ended') return diagnostics.note('run', { word: phase, number: attempt, beaconId });
        if (failure !== null) diagnostics.note('runFailed', { word: failure.code, beaconId });
        if (outcome !== null) diagnostics.note('runEnded', { word: outcome.kind, beaconId });
      },
    ),
    follow(outbox.state, ({ pause }) => pause?.reason ?? '', noteQueue),
    follow(outbox.state, ({ trouble }) => trouble ?? '', noteQueue),
    watchReceipts(diagnostics, outbox),
  ];
}

function watchReceipts(diagnostics: Diagnostics, { state }: AccountServices['outbox']): () => void {
  let previous: ReadonlyMap<string, Receipt> | null = null;
  return state.subscribe(({ receipts }) => {
    for (const receipt of previous === null ? [] : receipts) {
      const before = previous?.get(receipt.id);
      if (before === receipt) continue;
      const { uniqueId: beaconId, lastAnswer } = receipt;
      if (lastAnswer !== null && lastAnswer.atMs !== before?.lastAnswer?.atMs)
        diagnostics.note('answer', { number: Math.floor(lastAnswer.status / 100) * 100, beaconId });
      if (receipt.state !== before?.state) diagnostics.note('receipt', { word: receipt.state, beaconId });
    }
    previous = new Map(receipts.map((receipt) => [receipt.id, receipt]));
  });
}

/** Returns the state of the app as it is shown above the events. Exported for its test. */
export function factsOf({
  session,
  app,
  account: { value: room },
}: Watched): Record<string, string | number | boolean | null> {
  const { version, offlineReady, policy, persisted, theme, online } = app.state.value;
  const { devices, prepare, runs, outbox } = room.services ?? {};
  const list = devices?.list.value;
  const sent = outbox?.state.value;
  return {
    app: version,
    account: session.state.value.account?.kind ?? 'none',
    accounts: session.state.value.accounts.length,
    devices: list?.devices?.length ?? null,
    packages: prepare?.packages.value.length ?? null,
    runs: runs?.list.value.length ?? null,
    radio: runs?.radio.value ?? 'unknown',
    receipts: sent?.receipts.length ?? null,
    onlyHere: sent?.toSend ?? null,
    needsYou: sent?.needsYou ?? null,
    edits: sent?.edits.length ?? null,
    offlineReady,
    policy,
    persisted,
    theme,
    online,
  };
}

/** Returns the families and versions of browser and system only; anything more could identify the phone. */
function surroundings(): Record<string, string | number> {
  const { userAgentData: data } = navigator as {
    userAgentData?: { brands: readonly { brand: string; version: string }[]; platform: string };
  };
  const known = data?.brands.find(({ brand }) => BROWSERS.includes(brand));
  const [, family = '', major = ''] = /(Firefox|Version)\/(\d+)/.exec(navigator.userAgent) ?? [];
  const system = SYSTEMS.find((one) => one === data?.platform || navigator.userAgent.includes(one));
  return {
    browser: known?.brand ?? (family === 'Firefox' ? 'Firefox' : family === '' ? 'other' : 'Safari'),
    browserVersion: Number.parseInt(known?.version ?? major, 10) || 0,
    system: system ?? 'other',
    language: document.documentElement.lang,
    screen: `${innerWidth}x${innerHeight}`,
  };
}

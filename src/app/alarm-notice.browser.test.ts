/** New alarms become a system notice only while the app is hidden and notices are allowed. */
import { expect } from '@open-wc/testing';
import type { Alarm } from '../domain/telemetry/alarms.ts';
import { ALARMS_NOTICE_TAG } from '../names.ts';
import { noticeWords } from '../ui/beacon/alarm-words.ts';
import { notifyOfAlarms } from './alarm-notice.ts';

const ALARMS: readonly Alarm[] = [
  {
    rule: { id: '1', tag: null, kind: 'battery', belowPercent: 10 },
    trackingId: 'aa:bb',
    value: 5,
    atMs: 1,
    isUnchecked: false,
  },
];

/** Replaces what the browser offers until the test ends. */
const undo: (() => void)[] = [];
function offer<T extends object, K extends keyof T>(of: T, name: K, value: unknown): void {
  const own = Object.getOwnPropertyDescriptor(of, name);
  Object.defineProperty(of, name, { value, configurable: true });
  undo.push(() => (own === undefined ? delete of[name] : Object.defineProperty(of, name, own)));
}

const shown: { readonly title: string; readonly options: NotificationOptions }[] = [];
const registration = {
  showNotification: async (title: string, options: NotificationOptions) => void shown.push({ title, options }),
};

function phone({ hidden = true, permission = 'granted' }): void {
  offer(document, 'hidden', hidden);
  offer(Notification, 'permission', permission);
  offer(navigator, 'serviceWorker', { getRegistration: async () => registration });
}

beforeEach(() => void (shown.length = 0));
afterEach(() => {
  for (const one of undo.splice(0).toReversed()) one();
});

it('a hidden app shows one notice in place of the one before', async () => {
  phone({});
  await notifyOfAlarms(ALARMS);
  const { title, body } = noticeWords(ALARMS);
  expect(shown).to.deep.equal([{ title, options: { body, tag: ALARMS_NOTICE_TAG, renotify: true } }]);
});

for (const [why, state] of [
  ['a visible app', { hidden: false }],
  ['a person who was not asked', { permission: 'default' }],
  ['a person who said no', { permission: 'denied' }],
] as const)
  it(`${why} gets no notice of alarms`, async () => {
    phone(state);
    await notifyOfAlarms(ALARMS);
    expect(shown).to.deep.equal([]);
  });

it('a browser without a service worker shows no notice and reports nothing', async () => {
  phone({});
  offer(navigator, 'serviceWorker', undefined);
  await notifyOfAlarms(ALARMS);
  offer(navigator, 'serviceWorker', { getRegistration: async () => undefined });
  await notifyOfAlarms(ALARMS);
  expect(shown).to.deep.equal([]);
});

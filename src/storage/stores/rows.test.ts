import { expect, it } from 'vitest';
import { makeAccount } from '../../domain/account.ts';
import { encodeBase64 } from '../../domain/base64.ts';
import { OPERATION, writePacket } from '../../domain/packet.ts';
import { fixtureDevice, fixtureEdit, fixturePackage } from '../../../test/support/fixture-rows.ts';
import { parseAccount, parseDevice, parseDraftRow, parseEdit, parsePackage, parsePause, parseTexts } from './rows.ts';

const device = fixtureDevice(0, { uniqueId: 'b1', attributes: { deep: [{ a: 1 }] } });
const edit = fixtureEdit('b1');

it('a stored row keeps the fields of a newer version, at any depth', () => {
  const later = { ...device, later: { deep: [1] } };
  expect(parseDevice(later)).toEqual({ ok: true, row: later });
  const lastAnswer = { atMs: 1, status: 500, code: '', message: '', later: 1 };
  expect(parseEdit({ ...edit, lastAnswer })).toEqual({ ok: true, row: { ...edit, lastAnswer } });
});

it('an account of an earlier version is read with the default of each setting that it lacks', () => {
  const addresses = { name: 'A', baseUrl: 'https://a', legacyBaseUrl: 'https://a/legacy', vendor: 'kontakt' };
  const account = makeAccount(addresses, 'a', 'live', 1);
  const { reconnectAfterMs: _, ...timing } = account.settings.timing;
  const { bulk: __, commands: ___, ...settings } = account.settings;
  expect(parseAccount({ ...account, settings: { ...settings, timing } })).toEqual({ ok: true, row: account });
});

it.each([
  [{ pageSize: 50 }, 500],
  [{ pageSize: 120 }, 120],
  [{ pageSize: 50, pageSizeIs: 'most' }, 50],
])('an account is read with its page size, or with the largest where nobody chose one: %j', (stored, pageSize) => {
  const addresses = { name: 'A', baseUrl: 'https://a', legacyBaseUrl: 'https://a/legacy', vendor: 'kontakt' };
  const account = makeAccount(addresses, 'a', 'live', 1);
  const { pageSizeIs: _, ...settings } = account.settings;
  expect(parseAccount({ ...account, settings: { ...settings, ...stored } })).toMatchObject({
    row: { settings: { pageSize, pageSizeIs: 'most' } },
  });
});

it.each([7, [], { alias: 1 }])(
  'an edit whose unanswered part is damaged (%j) is read without that part',
  (unanswered) => {
    expect(parseEdit({ ...edit, unanswered })).toEqual({ ok: true, row: { ...edit, unanswered: undefined } });
    expect(parseEdit({ ...edit, unanswered: { alias: 'a' } })).toMatchObject({ row: { unanswered: { alias: 'a' } } });
  },
);

it('a row that is refused reports the path to each fault, and never the value', () => {
  const read = parseDevice({ ...device, name: 7, tags: ['a', 8], attributes: { a: new Map() } });
  expect(read).toEqual({ ok: false, reason: 'name invalid_type; tags.1 invalid_type; attributes custom' });
});

it.each([NaN, Infinity, -Infinity, '1', 1n, true, undefined])(
  '%s is not a number that a row may hold',
  (batteryPercent) => {
    expect(parseDevice({ ...device, batteryPercent })).toMatchObject({ ok: false });
  },
);

it.each([[[]], [['x']], [null], [undefined], ['text'], [3]])('a row that is %j is rejected', (raw) => {
  for (const parse of [parseDevice, parseEdit, parsePause, parseDraftRow]) expect(parse(raw).ok).toBe(false);
  expect(parseEdit({ ...edit, values: raw }).ok).toBe(false);
});

it('the variants of a row are distinguished by their kind alone', () => {
  expect(parsePause({ reason: 'key', atMs: 1 })).toMatchObject({ ok: true });
  for (const reason of ['toString', '__proto__', undefined, 'sameRefusal'])
    expect(parsePause({ reason, atMs: 1 }).ok).toBe(false);
});

it('a stored draft is read with any content', () => {
  for (const draft of [null, 'text', { a: [1] }])
    expect(parseDraftRow({ atMs: 1, draft })).toEqual({ ok: true, row: { atMs: 1, draft } });
  expect(parseTexts(['a']).ok).toBe(true);
});

it('a stored packet whose header does not suit its purpose is read as replaced, so that it is not offered', () => {
  const bytes = { revision: 0, kind: 'encryptedRequest', token: 9, payload: new Uint8Array(1) } as const;
  const blink = (operation: number) =>
    fixturePackage('kp7A', {
      kind: 'command',
      command: 'identify',
      base64: encodeBase64(writePacket({ ...bytes, operation })),
    });
  expect(parsePackage(blink(OPERATION.command))).toMatchObject({ ok: true, row: { state: 'carried' } });
  expect(parsePackage(blink(OPERATION.write))).toMatchObject({ ok: true, row: { state: 'replaced' } });
});

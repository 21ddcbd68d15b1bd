import { describe, expect, it } from 'vitest';
import type { AttributeValues } from '../device.ts';
import { CATALOGUE, findAttribute, physicalGroups } from './catalogue.ts';
import { checkAttributeName, checkValue } from './check-value.ts';
import { checkFileValues } from './file-values.ts';
import { HIDDEN_VALUE, comparableNames, sameValue, sameValues, withoutSecrets } from './values.ts';
import { displayValue, emptyValue, fieldText } from './shown-values.ts';

const check = (name: string, text: string) => checkValue(findAttribute(name)!, text);

describe('the catalogue of attributes', () => {
  it('names each attribute once', () => {
    expect(new Set(CATALOGUE.map(({ name }) => name)).size).toBe(CATALOGUE.length);
  });

  it('separates values that only the backend stores from values that are written to a beacon', () => {
    expect(CATALOGUE.filter(({ kind }) => kind === 'virtual').map(({ name }) => name)).toEqual([
      'alias',
      'tags',
      'notes',
      'metadata',
      'deployment.status',
      'deployment.deploymentDate',
      'deployment.installerName',
      'deployment.installerEmail',
    ]);
    expect(physicalGroups().map(({ group }) => group)).not.toContain('notes');
  });
});

describe('the check of a typed value', () => {
  it.each([
    ['minor', '0', 0],
    ['minor', ' 65535 ', 65_535],
    ['txPower', '7', 7],
    ['interval', '100', 100],
    ['name', 'abcdefghijklmno', 'abcdefghijklmno'],
    ['proximity', 'F7826DA6-4FA2-4E98-8024-BC5B71E0893E', 'f7826da6-4fa2-4e98-8024-bc5b71e0893e'],
    ['namespace', 'F7826DA64FA24E988024', 'f7826da64fa24e988024'],
    ['powerSaving.features', '', []],
    ['accelerometer.doubleTap.detectionFlags', 'X_AXIS, Z_AXIS', ['X_AXIS', 'Z_AXIS']],
    ['telemetryFields', 'BATTERY,NOISE_LEVEL', ['BATTERY', 'NOISE_LEVEL']],
    ['accelerometer.sensitivity', '64', 64],
    ['shuffled', 'false', false],
    ['tags', ' north , spare ', 'north,spare'],
    ['url', 'https://example.org/a', 'https://example.org/a'],
    ['url', '026b6f6e74616b742e696f', 'http://kontakt.io'],
    ['url', ' https://example.org ', 'https://example.org'],
    ['minor', '+7', 7],
    ['txPower', '0', 0],
    ['interval', '10240', 10_240],
    ['powerSaving.moveSuspendTimeout', '60', 60],
    ['powerSaving.moveSuspendTimeout', '3600', 3600],
    ['powerSaving.lightSensorThreshold', '100', 100],
    ['accelerometer.move.threshold', '999999', 999_999],
    ['powerSaving.mode', ' RTC ', 'RTC'],
    ['packets', 'IBEACON, IBEACON,,KONTAKT', ['IBEACON', 'KONTAKT']],
    ['telemetryFields', 'A_NEW_FIELD2', ['A_NEW_FIELD2']],
    ['instanceId', ' 0123456789AB ', '0123456789ab'],
    ['tags', '', ''],
    [
      'tags',
      Array.from({ length: 20 }, (_, index) => `t${index}`).join(','),
      Array.from({ length: 20 }, (_, index) => `t${index}`).join(','),
    ],
    ['tags', 'x'.repeat(32), 'x'.repeat(32)],
    ['tags', '🛗'.repeat(32), '🛗'.repeat(32)],
    ['name', '🛗'.repeat(15), '🛗'.repeat(15)],
    ['name', '', ''],
    ['notes', ' two\nlines\t', ' two\nlines\t'],
    ['deployment.status', 'DEPLOYED', 'DEPLOYED'],
    ['shuffled', ' true ', true],
  ])('accepts %s = %j', (name, text, wire) => {
    expect(check(name, text)).toEqual({ ok: true, wire });
  });

  it.each([
    ['minor', '65536', 'tooLarge', '65535'],
    ['minor', '-1', 'tooSmall', '0'],
    ['minor', '1.5', 'notWhole', ''],
    ['minor', '', 'empty', ''],
    ['minor', '1e3', 'notWhole', ''],
    ['txPower', '8', 'tooLarge', '7'],
    ['interval', '99', 'tooSmall', '100'],
    ['name', 'abcdefghijklmnop', 'tooLong', '15'],
    ['name', 'a\nb', 'controlCharacter', ''],
    ['proximity', 'f7826da6', 'notUuid', ''],
    ['instanceId', '0123456789', 'wrongLength', '12'],
    ['instanceId', '0123456789xy', 'notHex', ''],
    ['packets', 'IBEACON,SOMETHING', 'unknownWord', 'SOMETHING'],
    ['accelerometer.sensitivity', '20', 'notChoice', '16, 32, 64, 128'],
    ['shuffled', 'yes', 'notTruth', ''],
    ['shuffled', '', 'notTruth', ''],
    ['interval', '10241', 'tooLarge', '10240'],
    ['txPower', '-1', 'tooSmall', '0'],
    ['minor', '99999999999999999999', 'notWhole', ''],
    ['accelerometer.move.threshold', '-1', 'tooSmall', '0'],
    ['powerSaving.mode', 'rtc', 'notChoice', 'LIGHT_SENSOR, RTC, MOTION_DETECTION, BURST_MODE'],
    ['telemetryFields', 'lower', 'unknownWord', 'lower'],
    ['telemetryFields', '2FAST', 'unknownWord', '2FAST'],
    ['packets', 'A_NEW_FIELD', 'unknownWord', 'A_NEW_FIELD'],
    ['password', '0123', 'wrongLength', '8'],
    ['proximity', 'f7826da64fa24e988024bc5b71e0893e', 'notUuid', ''],
    ['alias', 'a\tb', 'controlCharacter', ''],
    ['alias', 'a\u200bb', 'controlCharacter', 'U+200B'],
    ['notes', 'a\u200bb', 'controlCharacter', 'U+200B'],
    ['url', 'https://', 'notUrl', ''],
    ['url', 'https://a b', 'notUrl', ''],
    ['tags', Array.from({ length: 21 }, (_, index) => `t${index}`).join(','), 'tooMany', '20'],
    ['tags', 'x'.repeat(33), 'tooLong', '32'],
    ['url', 'ftp://example.org', 'notUrl', ''],
    ['url', 'https://an-address-that-fits-no-frame.example', 'urlTooLong', ''],
  ])('refuses %s = %j', (name, text, reason, detail) => {
    expect(check(name, text)).toEqual({ ok: false, reason, detail });
  });
});

describe('an attribute that is not in the catalogue', () => {
  it.each([
    ['led.brightness', null],
    ['newThing_2', null],
    ['', 'empty'],
    ['alias', 'virtual'],
    ['deployment.note', 'virtual'],
    ['uniqueId', 'readOnly'],
    ['batteryLevel', 'readOnly'],
    ['minor', null],
    ['powerSaving.features', null],
    ['response', 'reserved'],
    ['a b', 'badSyntax'],
    ['a..b', 'badSyntax'],
    ['1a', 'badSyntax'],
    ['x&minor', 'badSyntax'],
    ['  ', 'empty'],
    [' led ', null],
    ['x'.repeat(100), null],
    ['x'.repeat(101), 'badSyntax'],
    ['a.1b', 'badSyntax'],
    ['a.b.c', null],
    ['.a', 'badSyntax'],
    ['a.', 'badSyntax'],
    ['Api-Key', 'reserved'],
    ['managerMail', 'reserved'],
    ['COMMAND', 'reserved'],
    ['config', 'reserved'],
    ['secureRequest', 'reserved'],
    ['status', 'reserved'],
    ['created', 'readOnly'],
    ['managerId', 'reserved'],
    ['config.status', null],
    ['batterylevel', null],
  ])('called %j has the fault %s', (name, fault) => {
    expect(checkAttributeName(name)).toBe(fault);
  });
});

describe('the handling of attribute values', () => {
  it.each([
    ['minor', 5, '5', true],
    ['minor', 5, 6, false],
    ['packets', ['IBEACON', 'KONTAKT'], 'KONTAKT, IBEACON', true],
    ['powerSaving.features', [], undefined, true],
    ['powerSaving.features', '', [], true],
    ['proximity', 'AB', 'ab', true],
    ['name', 'AB', 'ab', false],
    ['name', '05', '5', false],
    ['shuffled', true, 'true', true],
    ['shuffled', false, null, false],
    ['unknown.list', 'A,B', ['B', 'A'], true],
    ['unknown.list', 'A,B', 'B, A', true],
    ['unknown.list', ['A'], ['A', 'B'], false],
    ['unknown', '05', 5, true],
    ['unknown', '1.50', 1.5, true],
    ['unknown', { a: 1 }, { a: 1 }, true],
    ['unknown', { a: 1 }, { a: 2 }, false],
    ['unknown', [{ a: 1 }], [{ a: 2 }], false],
    ['unknown', '', null, true],
    ['notes', 'A,B', 'B,A', false],
    ['tags', 'a, b', ['b', 'a'], true],
    ['txPower', '3.0', 3, true],
    ['accelerometer.sensitivity', '016', 16, true],
    ['minor', ' 5 ', 5, true],
    ['minor', 'five', 'five', true],
    ['namespace', 'AB', 'ab', true],
    ['shuffled', 'TRUE', true, true],
    ['url', '026b6f6e74616b742e696f', 'http://kontakt.io', true],
    ['url', 'http://kontakt.io', 'https://kontakt.io', false],
    ['powerSaving.mode', 'rtc', 'RTC', false],
  ])('compares for %s the values %j and %j as equal: %s', (name, one, other, alike) => {
    expect(sameValue(name, one, other)).toBe(alike);
  });

  it('excludes write-only attributes from comparisons and from storage', () => {
    expect(sameValues({ minor: 1, password: '00000000' }, { minor: '1' })).toBe(true);
    expect(withoutSecrets({ minor: 1, password: 'a1b2c3d4' })).toEqual({ minor: 1, password: HIDDEN_VALUE });
    expect(displayValue('password', 'a1b2c3d4')).toEqual({ kind: 'hidden' });
  });

  it.each([
    'Password',
    'applications.system.wifiPassword',
    'eidIdentityKey',
    'apikey',
    'API_KEY',
    'access_token',
    'accessToken',
    'sharedSecret',
    'wifi.psk',
    'doorPIN',
    'pinCode',
    'userCredentials',
    'passPhrase',
    'WPAKey',
  ])('treats the attribute %s as a secret', (name) => {
    expect(withoutSecrets({ minor: 1, [name]: 'CANARY' })).toEqual({ minor: 1, [name]: HIDDEN_VALUE });
    expect(displayValue(name, 'CANARY')).toEqual({ kind: 'hidden' });
    expect(fieldText(name, 'CANARY')).toBe('');
    expect(sameValues({ [name]: 'a' }, { [name]: 'b' })).toBe(true);
    expect(comparableNames({ [name]: 'a', minor: 1 })).toEqual(['minor']);
  });

  it.each([
    'name',
    'monkey',
    'keyboard',
    'shipping',
    'spinning',
    'compass',
    'passenger',
    'tokenizer',
    'pinned',
    'bypassed',
    'surpass',
    'kontaktFrameInterval',
    'packets',
  ])('does not treat the attribute %s as a secret', (name) => {
    expect(withoutSecrets({ [name]: 'x' })).toEqual({ [name]: 'x' });
  });

  it('hides secrets inside a value', () => {
    const value: AttributeValues = {
      networks: [
        { ssid: 'x', password: 'CANARY' },
        { ssid: 'y', auth: { token: 'CANARY' } },
      ],
      plain: [1, { a: 'b' }],
    };
    const rest = withoutSecrets(value);
    expect(JSON.stringify(rest)).not.toContain('CANARY');
    expect(rest['networks']).toEqual([
      { ssid: 'x', password: HIDDEN_VALUE },
      { ssid: 'y', auth: { token: HIDDEN_VALUE } },
    ]);
    expect(rest['plain']).toBe(value.plain);
  });

  it('shows dBm beside a level and units beside numbers', () => {
    expect(displayValue('txPower', 3)).toEqual({ kind: 'text', text: '3', unit: null, dBm: -12 });
    for (const nothing of [undefined, null, '']) expect(displayValue('name', nothing)).toEqual({ kind: 'unset' });
    expect(displayValue('interval', '350')).toEqual({ kind: 'text', text: '350', unit: 'ms', dBm: null });
    expect(displayValue('packets', 'A,B')).toEqual({ kind: 'list', items: ['A', 'B'] });
    expect(displayValue('major', undefined)).toEqual({ kind: 'unset' });
    expect(displayValue('txPower', 0)).toMatchObject({ dBm: -30 });
    expect(displayValue('txPower', '7')).toMatchObject({ dBm: 4 });
    expect(displayValue('txPower', 8)).toMatchObject({ text: '8', dBm: null });
    expect(displayValue('accelerometer.sensitivity', 16)).toMatchObject({ text: '16', unit: 'mgPerUnit' });
    expect(displayValue('major', 7)).toEqual({ kind: 'text', text: '7', unit: null, dBm: null });
    expect(displayValue('tags', 'a, b,')).toEqual({ kind: 'list', items: ['a', 'b'] });
    expect(displayValue('unknown', ['a', { b: 1 }, 2])).toEqual({ kind: 'list', items: ['a', '{"b":1}', '2'] });
    expect(displayValue('unknown', { b: 1 })).toMatchObject({ kind: 'text', text: '{"b":1}' });
    expect(displayValue('unknown', false)).toEqual({ kind: 'truth', on: false });
    expect(displayValue('unknown', 'true')).toMatchObject({ kind: 'text' });
    expect(displayValue('name', HIDDEN_VALUE)).toEqual({ kind: 'hidden' });
    expect(displayValue('url', '026b6f6e74616b742e696f')).toMatchObject({ text: 'http://kontakt.io', unit: null });
    expect(displayValue('url', 'no address')).toMatchObject({ text: 'no address' });
  });

  it('accepts "true" and "false" as booleans for a boolean attribute', () => {
    expect(displayValue('shuffled', 'true')).toEqual({ kind: 'truth', on: true });
    expect(displayValue('shuffled', 'false')).toEqual({ kind: 'truth', on: false });
    expect(displayValue('alias', 'true')).toMatchObject({ kind: 'text', text: 'true' });
  });

  it('gives for each value a text that the form would accept again', () => {
    expect(fieldText('shuffled', true)).toBe('true');
    expect(fieldText('packets', ['IBEACON', 'KONTAKT'])).toBe('IBEACON,KONTAKT');
    expect(fieldText('minor', 0)).toBe('0');
    expect(fieldText('minor', null)).toBe('');
    expect(fieldText('shuffled', 'false')).toBe('false');
  });
});

it('a list is emptied by sending an empty list, and any other attribute by an empty text', () => {
  expect(emptyValue('packets')).toEqual([]);
  expect(emptyValue('name')).toBe('');
  expect(emptyValue('an attribute of a newer version')).toBe('');
});

describe('attribute values from a file', () => {
  const read = (values: AttributeValues, allowVirtual = false) => checkFileValues(values, { allowVirtual });

  it('are spelled as the form would send them', () => {
    expect(
      read({ minor: '5', packets: 'IBEACON', proximity: 'F7826DA6-4FA2-4E98-8024-BC5B71E0893E', led: 'x' }),
    ).toEqual({
      ok: true,
      values: { minor: 5, packets: ['IBEACON'], proximity: 'f7826da6-4fa2-4e98-8024-bc5b71e0893e', led: 'x' },
    });
    expect(read({})).toEqual({ ok: true, values: {} });
  });

  it.each<[AttributeValues, problem: string, name: string]>([
    [{ minor: 1, password: 'a1b2c3d4' }, 'secret', 'password'],
    [{ minor: 1, 'wifi.psk': 'x' }, 'secret', 'wifi.psk'],
    [{ network: { password: 'x' } }, 'secret', 'network'],
    [{ name: HIDDEN_VALUE }, 'secret', 'name'],
    [{ minor: 65_536 }, 'value', 'minor'],
    [{ 'a b': 1 }, 'value', 'a b'],
    [{ alias: 'Door' }, 'value', 'alias'],
    [{ batteryLevel: 5 }, 'value', 'batteryLevel'],
    [{ minor: 'x', password: 'x' }, 'value', 'minor'],
  ])('are refused at the first one that cannot be sent: %j', (values, problem, name) => {
    expect(read(values)).toEqual({ ok: false, problem, name });
  });

  it('may include an alias and tags where these are allowed, but no read-only value', () => {
    expect(read({ alias: 'Door', tags: 'a, b' }, true)).toEqual({ ok: true, values: { alias: 'Door', tags: 'a,b' } });
    expect(read({ uniqueId: 'x' }, true)).toMatchObject({ ok: false, name: 'uniqueId' });
    expect(read({ tags: 'x'.repeat(33) }, true)).toMatchObject({ ok: false, name: 'tags' });
  });
});

import { describe, expect, it } from 'vitest';
import { fixtureDevice } from '../../../test/support/fixture-rows.ts';
import { storableValues } from '../../domain/storable-text.ts';
import {
  EMPTY_DRAFT,
  addNamed,
  changedDraft,
  checkDraft,
  draftOf,
  storedConfigureDraft,
  textOf,
  withAsIs,
  withText,
} from './configure-draft.ts';

const device = fixtureDevice(0, {
  name: 'Kontakt',
  attributes: {
    txPower: 3,
    interval: 350,
    packets: ['IBEACON', 'KONTAKT_TLM'],
    shuffled: false,
    proximity: 'F7826DA6-4FA2-4E98-8024-BC5B71E0893E',
  },
});

describe('the values that a draft of a configuration sends', () => {
  it.each([
    ['are none when nothing is typed', {}, {}],
    [
      'are none when the current values are typed',
      { txPower: '3', interval: ' 350 ', shuffled: 'false', name: 'Kontakt' },
      {},
    ],
    ['are none when a list is typed in another order', { packets: 'KONTAKT_TLM,IBEACON' }, {}],
    [
      'are none when the current UUID is typed in lower case',
      { proximity: 'f7826da6-4fa2-4e98-8024-bc5b71e0893e' },
      {},
    ],
    ['are the one value that was typed', { txPower: '5' }, { txPower: 5 }],
    ['include an emptied list', { packets: '' }, { packets: [] }],
    ['include a value that was unknown before', { major: '7' }, { major: 7 }],
    ['leave out an empty password', { password: '' }, {}],
    ['include a password in lower case', { password: '0A0b0c0d' }, { password: '0a0b0c0d' }],
    ['leave out a virtual value', { alias: 'x' }, {}],
  ])('%s', (_, typed, values) => {
    expect(checkDraft(device, { ...EMPTY_DRAFT, typed })).toMatchObject({ values, faults: {} });
  });

  it("contain no old value for an attribute with the name of an object's built-in property", () => {
    expect(checkDraft(device, { ...EMPTY_DRAFT, named: { constructor: '1', toString: '2' } })).toEqual({
      values: { constructor: '1', toString: '2' },
      before: {},
      faults: {},
    });
  });

  it('come with the old values of exactly the changed attributes', () => {
    expect(
      checkDraft(device, { ...EMPTY_DRAFT, typed: { txPower: '5', major: '7' }, named: { 'sensor.odd': '1' } }),
    ).toEqual({
      values: { txPower: 5, major: 7, 'sensor.odd': '1' },
      before: { txPower: 3 },
      faults: {},
    });
  });

  it.each([
    ['interval', '99', 'tooSmall'],
    ['interval', '', 'empty'],
    ['name', 'sixteen letters!', 'tooLong'],
    ['namespace', 'zz', 'notHex'],
    ['txPower', '8', 'tooLarge'],
  ])('do not contain the faulty %s = %j, whose fault is %s', (name, text, reason) => {
    const check = checkDraft(device, { ...EMPTY_DRAFT, typed: { [name]: text } });
    expect(check.faults[name]?.reason).toBe(reason);
    expect(check.values).toEqual({});
  });
});

describe('a draft of a configuration with a field whose value is sent although nothing new is typed', () => {
  const bare = fixtureDevice(0, { name: null, attributes: {} });
  const sent = (of: typeof device | null, asIs: Parameters<typeof withAsIs>[2], ...names: string[]) =>
    checkDraft(
      of,
      names.reduce((draft, name) => withAsIs(draft, name, asIs), EMPTY_DRAFT),
    );

  it('composes the example of interface.md, whatever the backend shows', () => {
    for (const of of [device, bare, null]) {
      const draft = withAsIs(
        { ...EMPTY_DRAFT, typed: { minor: '77', 'accelerometer.doubleTap.detectionFlags': 'X_AXIS,Y_AXIS,Z_AXIS' } },
        'powerSaving.features',
        'empty',
      );
      expect(checkDraft(of, draft)).toEqual({
        values: {
          minor: 77,
          'accelerometer.doubleTap.detectionFlags': ['X_AXIS', 'Y_AXIS', 'Z_AXIS'],
          'powerSaving.features': [],
        },
        before: {},
        faults: {},
      });
    }
  });

  it("sends the shown value of the field again in the backend's spelling", () => {
    expect(sent(device, 'again', 'interval', 'name', 'packets')).toEqual({
      values: { interval: 350, name: 'Kontakt', packets: ['IBEACON', 'KONTAKT_TLM'] },
      before: { interval: 350, name: 'Kontakt', packets: ['IBEACON', 'KONTAKT_TLM'] },
      faults: {},
    });
  });

  it('does not send hidden or unknown values again, nor an empty password', () => {
    expect(sent(bare, 'again', 'interval', 'password').values).toEqual({});
    expect(sent(device, 'empty', 'password').values).toEqual({});
  });

  it('sends an empty text to empty a value that is not a list', () => {
    expect(sent(bare, 'empty', 'url', 'major')).toEqual({ values: { url: '', major: '' }, before: {}, faults: {} });
  });

  it('sends the text that is typed into the field afterwards, and can return to sending nothing', () => {
    const again = withAsIs(EMPTY_DRAFT, 'interval', 'again');
    expect(checkDraft(device, withText(device, again, 'interval', '500')).values).toEqual({ interval: 500 });
    expect(
      checkDraft(device, withAsIs(withText(device, EMPTY_DRAFT, 'interval', '500'), 'interval', 'again')).values,
    ).toEqual({
      interval: 350,
    });
    expect(checkDraft(device, withAsIs(again, 'interval', null)).values).toEqual({});
    expect(textOf(device, withAsIs(EMPTY_DRAFT, 'interval', 'empty'), 'interval')).toBe('');
  });
});

describe('a draft of a configuration', () => {
  it.each([
    ['a name', device, 'name', 'Kontakt'],
    ['a number', device, 'txPower', '3'],
    ['a list', device, 'packets', 'IBEACON,KONTAKT_TLM'],
    ['a field without a value', device, 'major', ''],
    ['a field of an unknown device', null, 'name', ''],
  ] as const)('drops a text that is typed and then put back to what is shown: %s', (_, of, name, shown) => {
    const changed = withText(of, EMPTY_DRAFT, name, '9');
    expect(withText(of, changed, name, shown)).toEqual(EMPTY_DRAFT);
    expect(withText(of, withAsIs(EMPTY_DRAFT, name, 'empty'), name, shown)).toEqual(EMPTY_DRAFT);
  });

  it('loses unchanged texts in any spelling when it is stored, and keeps changes, faults and named attributes', () => {
    const draft = {
      typed: { name: 'Kontakt', packets: 'KONTAKT_TLM,IBEACON', interval: ' 350 ', txPower: '5', major: 'x' },
      asIs: { shuffled: 'again' },
      named: { 'sensor.odd': '1' },
    } as const;
    expect(changedDraft(device, draft)).toEqual({ ...draft, typed: { txPower: '5', major: 'x' } });
  });

  it('loses nothing when it is stored if each text changes something', () => {
    const draft = withText(device, EMPTY_DRAFT, 'txPower', '5');
    expect(changedDraft(device, draft)).toBe(draft);
  });
});

describe('an attribute that a person adds to a configuration by its name', () => {
  it.each([
    ['', 'empty'],
    ['tags', 'virtual'],
    ['mac', 'readOnly'],
    ['updated', 'reserved'],
    ['uniqueId', 'readOnly'],
    ['a b', 'badSyntax'],
  ])('is refused when its name is %j, as %s', (name, fault) => {
    expect(addNamed(EMPTY_DRAFT, name, '1')).toBe(fault);
  });

  it('may also be a field of the form, and is sent as typed unless that field was changed', () => {
    const draft = addNamed(EMPTY_DRAFT, 'powerSaving.features', '');
    expect(checkDraft(device, draft as typeof EMPTY_DRAFT).values).toEqual({ 'powerSaving.features': '' });
    expect(addNamed({ ...EMPTY_DRAFT, typed: { txPower: '5' } }, 'txPower', '6')).toBe('inForm');
    expect(addNamed(withAsIs(EMPTY_DRAFT, 'txPower', 'again'), 'txPower', '6')).toBe('inForm');
  });

  it('is added only once, whatever is typed for it the second time', () => {
    const draft = addNamed(EMPTY_DRAFT, ' sensor.odd ', '1');
    expect(draft).toEqual({ ...EMPTY_DRAFT, named: { 'sensor.odd': '1' } });
    expect(addNamed(draft as typeof EMPTY_DRAFT, 'sensor.odd', '2')).toBe('taken');
  });
});

describe('a draft that starts from the pending configuration', () => {
  it('sends the same values again', () => {
    const pending = { txPower: 5, packets: ['IBEACON'], 'sensor.odd': 'x', alias: 'no' };
    const { alias, ...wanted } = pending;
    expect(alias).toBe('no');
    expect(checkDraft(device, draftOf(device, pending)).values).toEqual(wanted);
  });
});

describe('a draft that starts from a pending configuration with values of the current one', () => {
  it('sends these values again too', () => {
    const pending = { txPower: 3, packets: [], interval: 500 };
    expect(checkDraft(device, draftOf(device, pending)).values).toEqual(pending);
  });

  it('never sends a mask or a shortened text as a value', () => {
    const pending = storableValues({
      txPower: 5,
      password: 'a1b2c3d4',
      wifiPassword: 'x',
      odd: 'y'.repeat(300_000),
      networks: [{ ssid: 'x', psk: 'y' }],
    });
    expect(draftOf(device, pending)).toEqual({ typed: { txPower: '5' }, asIs: {}, named: {} });
  });
});

describe('the text in a field of the configuration form', () => {
  it('is the current value until something is typed', () => {
    expect(textOf(device, EMPTY_DRAFT, 'txPower')).toBe('3');
    expect(textOf(device, { ...EMPTY_DRAFT, typed: { txPower: '' } }, 'txPower')).toBe('');
    expect(textOf(null, EMPTY_DRAFT, 'txPower')).toBe('');
  });
});

it('a draft of a configuration is stored without secret attributes and values, and read as far as it is undamaged', () => {
  const typed = { interval: '500', password: 'a1b2c3d4' };
  const named = { 'sensor.odd': '1', 'sensor.url': '["x",\n"https://me:abc@a.example/"]' };
  expect(storedConfigureDraft.parse({ typed, asIs: { minor: 'again' }, named })).toEqual({
    typed: { interval: '500' },
    asIs: { minor: 'again' },
    named: { 'sensor.odd': '1' },
  });
  expect(storedConfigureDraft.parse({ typed: { interval: 5, minor: '7' }, asIs: { major: 'so' } })).toEqual({
    typed: { minor: '7' },
    asIs: {},
    named: {},
  });
});

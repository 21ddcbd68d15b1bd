import { describe, expect, it } from 'vitest';
import { fixtureDevice } from '../../../../test/support/fixture-rows.ts';
import { keptValues } from '../../../domain/kept-text.ts';
import { EMPTY_DRAFT, addNamed, checkDraft, draftOf, textOf } from './configure-draft.ts';

const device = fixtureDevice(0, { name: 'Kontakt', attributes: { txPower: 3, interval: 350, packets: ['IBEACON', 'KONTAKT_TLM'], shuffled: false, proximity: 'F7826DA6-4FA2-4E98-8024-BC5B71E0893E' } });

describe('what is sent', () => {
  it.each([
    ['nothing typed', {}, {}],
    ['the same again', { txPower: '3', interval: ' 350 ', shuffled: 'false', name: 'Kontakt' }, {}],
    ['the same list in another order', { packets: 'KONTAKT_TLM,IBEACON' }, {}],
    ['the same UUID in lower case', { proximity: 'f7826da6-4fa2-4e98-8024-bc5b71e0893e' }, {}],
    ['one value', { txPower: '5' }, { txPower: 5 }],
    ['a list emptied', { packets: '' }, { packets: [] }],
    ['a value that was not known', { major: '7' }, { major: 7 }],
    ['a password left empty', { password: '' }, {}],
    ['a password', { password: '0A0b0c0d' }, { password: '0a0b0c0d' }],
    ['a virtual value that has no business here', { alias: 'x' }, {}],
  ])('%s', (_, typed, values) => {
    expect(checkDraft(device, { typed, named: {} })).toMatchObject({ values, faults: {} });
  });

  it('knows no old value of an attribute that is called like something every object has', () => {
    expect(checkDraft(device, { typed: {}, named: { constructor: '1', toString: '2' } })).toEqual({ values: { constructor: '1', toString: '2' }, before: {}, faults: {} });
  });

  it('carries the old values of exactly what changes', () => {
    expect(checkDraft(device, { typed: { txPower: '5', major: '7' }, named: { 'sensor.odd': '1' } })).toEqual({
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
  ])('%s = %j is %s and is not sent', (name, text, reason) => {
    const check = checkDraft(device, { typed: { [name]: text }, named: {} });
    expect(check.faults[name]?.reason).toBe(reason);
    expect(check.values).toEqual({});
  });
});

describe('another attribute by name', () => {
  it.each([
    ['', 'empty'],
    ['tags', 'virtual'],
    ['mac', 'readOnly'],
    ['txPower', 'inForm'],
    ['updated', 'reserved'],
    ['uniqueId', 'readOnly'],
    ['a b', 'badSyntax'],
  ])('%j is refused as %s', (name, fault) => {
    expect(addNamed(EMPTY_DRAFT, name, '1')).toBe(fault);
  });

  it('is added once', () => {
    const draft = addNamed(EMPTY_DRAFT, ' sensor.odd ', '1');
    expect(draft).toEqual({ typed: {}, named: { 'sensor.odd': '1' } });
    expect(addNamed(draft as typeof EMPTY_DRAFT, 'sensor.odd', '2')).toBe('taken');
  });
});

describe('starting from what waits at the backend', () => {
  it('asks for the same again', () => {
    const pending = { txPower: 5, packets: ['IBEACON'], 'sensor.odd': 'x', alias: 'no' };
    const { alias, ...wanted } = pending;
    expect(alias).toBe('no');
    expect(checkDraft(device, draftOf(pending)).values).toEqual(wanted);
  });

  it('never sends in the place of a value what hides it or stands for its missing rest', () => {
    const pending = keptValues({ txPower: 5, password: 'a1b2c3d4', wifiPassword: 'x', odd: 'y'.repeat(300_000), networks: [{ ssid: 'x', psk: 'y' }] });
    expect(draftOf(pending)).toEqual({ typed: { txPower: '5' }, named: {} });
  });
});

describe('textOf', () => {
  it('shows what stands there now until something is typed', () => {
    expect(textOf(device, EMPTY_DRAFT, 'txPower')).toBe('3');
    expect(textOf(device, { typed: { txPower: '' }, named: {} }, 'txPower')).toBe('');
    expect(textOf(null, EMPTY_DRAFT, 'txPower')).toBe('');
  });
});

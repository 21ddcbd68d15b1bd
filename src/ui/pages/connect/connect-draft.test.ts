import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../domain/default-settings.ts';
import { OWN_ADDRESSES, firstTyped, readDraft, type Typed } from './connect-draft.ts';

const good: Typed = {
  ...firstTyped(),
  backend: OWN_ADDRESSES,
  baseUrl: 'https://api.example.com',
  legacyBaseUrl: 'https://legacy.example.com/',
};

describe('the form for an account', () => {
  it('contains the default of every setting that was not edited', () => {
    const { draft, faults } = readDraft(good);
    expect(faults).toEqual({});
    expect(draft.settings).toEqual(DEFAULT_SETTINGS);
  });

  it('names an account after its host when no name is typed', () => {
    expect(readDraft(good).draft.name).toBe('api.example.com');
    expect(readDraft({ ...good, name: ' North wing ' }).draft.name).toBe('North wing');
  });

  it.each([
    ['baseUrl', ''],
    ['baseUrl', 'api.example.com'],
    ['baseUrl', 'http://api.example.com'],
    ['legacyBaseUrl', 'https://x.example/?a=1'],
    ['vendor', 'a b'],
    ['profile.serviceUuid', 'a1ea81f'],
    ['profile.responseUuid', DEFAULT_SETTINGS.profile.requestUuid],
    ['timing.connectTimeoutMs', '0'],
    ['timing.connectTotalMs', '9999'],
    ['timing.connectTimeoutMs', '1e4'],
    ['pageSize', '501'],
    ['pageSize', ''],
    ['profile.controlPointEnded', '-1'],
  ])('refuses %s with the value %j, and no other field', (field, value) => {
    expect(Object.keys(readDraft({ ...good, [field]: value }).faults)).toEqual([field]);
  });

  it('reads edited numbers and lists of names into the settings', () => {
    const { draft } = readDraft({
      ...good,
      pageSize: '200',
      'timing.connectTotalMs': '30000',
      'delivery.timeoutMs': '9000',
      'profile.controlPointEnded': '2',
      'profile.namePrefixes': ' Kontakt , FK-,',
    });
    expect(draft.settings).toMatchObject({
      pageSize: 200,
      timing: { connectTotalMs: 30_000 },
      delivery: { timeoutMs: 9000 },
      profile: { controlPointEnded: 2, namePrefixes: ['Kontakt', 'FK-'] },
    });
  });
});

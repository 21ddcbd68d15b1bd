import { expect, it } from 'vitest';
import { makeAccount } from '../../domain/account.ts';
import { DEFAULT_SETTINGS } from '../../domain/default-settings.ts';
import { parseAccount } from './rows.ts';

it('an account is read with settings that were saved when their ranges were wider', () => {
  const settings = {
    ...DEFAULT_SETTINGS,
    timing: { ...DEFAULT_SETTINGS.timing, connectTimeoutMs: 9_999_999, connectTotalMs: 1 },
    profile: { ...DEFAULT_SETTINGS.profile, requestUuid: DEFAULT_SETTINGS.profile.serviceUuid },
  };
  const draft = { name: 'Site', baseUrl: 'https://a.example', legacyBaseUrl: 'https://b.example', vendor: 'acme' };
  const row = makeAccount({ ...draft, settings }, 'id', 'live', 0);
  expect(parseAccount(structuredClone(row))).toEqual({ ok: true, row });
});

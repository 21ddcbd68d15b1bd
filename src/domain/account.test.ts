import { describe, expect, it } from 'vitest';
import {
  checkAccountDraft,
  completeAddress,
  freeName,
  isSameBackend,
  makeAccount,
  type AccountDraft,
} from './account.ts';
import { DEFAULT_SETTINGS } from './default-settings.ts';
import { VENDOR_PRESETS } from './vendor-presets.ts';

const draft: AccountDraft = {
  name: ' North wing ',
  baseUrl: 'https://v3.example/',
  legacyBaseUrl: ' https://legacy.example/api// ',
  vendor: ' acme ',
};

describe('the check of a typed account', () => {
  it('accepts an address with https anywhere, and an address with http on this machine only', () => {
    expect(checkAccountDraft(draft)).toEqual([]);
    for (const host of ['localhost:4173', '127.0.0.1', 'LOCALHOST:8080']) {
      expect(
        checkAccountDraft({ ...draft, baseUrl: `http://${host}/sandbox/v3`, legacyBaseUrl: `http://${host}` }),
      ).toEqual([]);
    }
  });

  it.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['v3.example', 'notAUrl'],
    ['ftp://v3.example', 'notAUrl'],
    ['javascript:alert(1)', 'notAUrl'],
    ['https://', 'notAUrl'],
    ['https://v3.example/?a=b', 'hasQuery'],
    ['https://v3.example/#x', 'hasQuery'],
    ['http://v3.example', 'notHttps'],
    ['http://localhost.evil.example', 'notHttps'],
    ['http://evil.example/localhost', 'notHttps'],
    ['https://anna:S3cretPW77@v3.example', 'hasCredentials'],
    ['https://anna@v3.example', 'hasCredentials'],
    ['http://key@localhost:8080', 'hasCredentials'],
    ['https:\\\\anna:pw@v3.example', 'hasCredentials'],
    ['https://v3.example:99999', 'notAUrl'],
    ['https://v3.example:0x50', 'notAUrl'],
    ['https://v3.exa mple', 'notAUrl'],
    ['https://v3.example/\u202egro.live', 'oddCharacters'],
    ['https://v3.ex\u200bample', 'oddCharacters'],
    ['https://v3.example\u2069', 'oddCharacters'],
    ['https://v3.\u0435xample', 'oddCharacters'],
    ['https://v3.example/a\tb', 'oddCharacters'],
    ['https://%65vil.com', 'otherAddress'],
    ['https://host%2eevil', 'otherAddress'],
    ['https://v3.example/../..', 'otherAddress'],
    ['https://v3.example/api/./v3', 'otherAddress'],
    ['https://v3.example/%2e%2e/other', 'otherAddress'],
    ['https://v3.example/a\\..\\b', 'otherAddress'],
    ['https://v3.example\\@evil', 'otherAddress'],
    ['https://0x7f.1', 'otherAddress'],
    ['https://2130706433', 'otherAddress'],
    ['https://v3.example.', 'otherAddress'],
    ['https://v3.example/a"b', 'otherAddress'],
    ['http://[::1]', 'notHttps'],
  ] as const)('reports for the address %j the fault: %s', (baseUrl, reason) => {
    expect(checkAccountDraft({ ...draft, baseUrl })).toEqual([{ field: 'baseUrl', reason }]);
    expect(checkAccountDraft({ ...draft, legacyBaseUrl: baseUrl })).toEqual([{ field: 'legacyBaseUrl', reason }]);
  });

  it.each([
    ['', 'empty'],
    ['a b', 'badVendor'],
    ['acme+json', 'badVendor'],
    ['acme\r\nX: y', 'badVendor'],
    ['.acme', 'badVendor'],
  ] as const)('reports for the vendor %j the fault: %s', (vendor, reason) => {
    expect(checkAccountDraft({ ...draft, vendor })).toEqual([{ field: 'vendor', reason }]);
  });

  it('accepts an address with a port, a path, and a host that is spelled in punycode', () => {
    for (const baseUrl of [
      'https://v3.example:8443',
      'https://v3.example/api/of/ours',
      'https://xn--bcher-kva.example',
      'https://[2001:db8::1]:8443/x',
      'https://v3.example/a@b',
    ]) {
      expect(checkAccountDraft({ ...draft, baseUrl })).toEqual([]);
    }
  });

  it('names every faulty field', () => {
    const fields = checkAccountDraft({ name: '', baseUrl: '', legacyBaseUrl: 'x', vendor: '' }).map(
      ({ field }) => field,
    );
    expect(fields).toEqual(['baseUrl', 'legacyBaseUrl', 'vendor']);
  });
});

describe('an account that is made from the form', () => {
  it('has its texts trimmed, and no slashes at the end of its address', () => {
    expect(makeAccount(draft, 'id-1', 'live', 1234)).toEqual({
      id: 'id-1',
      kind: 'live',
      name: 'North wing',
      baseUrl: 'https://v3.example',
      legacyBaseUrl: 'https://legacy.example/api',
      vendor: 'acme',
      createdAtMs: 1234,
      settings: DEFAULT_SETTINGS,
    });
  });

  it.each([
    ['HTTPS://V3.Example', 'https://v3.example'],
    ['https://v3.example:443/', 'https://v3.example'],
    ['https://V3.example:8443/Api/', 'https://v3.example:8443/Api'],
    ['http://localhost:80', 'http://localhost'],
  ])('has the address %s as the browser reads it', (baseUrl, stored) => {
    expect(checkAccountDraft({ ...draft, baseUrl })).toEqual([]);
    expect(makeAccount({ ...draft, baseUrl }, 'id-1', 'live', 0).baseUrl).toBe(stored);
  });

  it('has the same backend as an account whose address an earlier version has stored in another spelling', () => {
    const stored = { ...makeAccount(draft, 'id-1', 'live', 0), baseUrl: 'HTTPS://V3.example:443' };
    expect(isSameBackend(stored, makeAccount(draft, 'id-2', 'live', 0))).toBe(true);
    expect(isSameBackend(stored, { ...stored, legacyBaseUrl: 'https://legacy.example/API' })).toBe(false);
    expect(isSameBackend(stored, { ...stored, vendor: 'other' })).toBe(false);
  });

  it('has the settings that were typed for it', () => {
    const settings = { ...DEFAULT_SETTINGS, pageSize: 500 };
    expect(makeAccount({ ...draft, settings }, 'id-1', 'sandbox', 0).settings).toBe(settings);
  });
});

describe('an address that is typed into the form of an account', () => {
  it.each([
    ['api.example.com', 'https://api.example.com'],
    [' api.example.com:8443/v3 ', 'https://api.example.com:8443/v3'],
    ['localhost:4450/sandbox', 'http://localhost:4450/sandbox'],
    ['127.0.0.1', 'http://127.0.0.1'],
    ['<https://api.example.com>', 'https://api.example.com'],
    ['(https://api.example.com)', 'https://api.example.com'],
    ['`api.example.com/v3`', 'https://api.example.com/v3'],
    ['"https://api.example.com",', 'https://api.example.com'],
    ['[api.example.com](https://api.example.com)', 'https://api.example.com'],
  ])('is completed with a scheme when it has none: %j becomes %j', (typed, whole) => {
    expect(completeAddress(typed)).toBe(whole);
    expect(checkAccountDraft({ ...draft, baseUrl: whole })).toEqual([]);
  });

  it.each([
    'https://api.example.com',
    'http://api.example.com',
    'api',
    'a b.com',
    'anna@api.example.com',
    '//api.example.com',
    'https://api.example.com/,',
    '[the address](https://api.example.com)',
    '',
  ])('is not completed when it has a scheme, or is no address: %j', (typed) =>
    expect(completeAddress(typed)).toBe(typed),
  );
});

it.each([
  ['LOCALHOST:80', 'http://LOCALHOST:80'],
  ['localhost.example.com', 'https://localhost.example.com'],
  ['127.0.0.1:8080/x', 'http://127.0.0.1:8080/x'],
  ['a-b.c', 'https://a-b.c'],
  ['api.example.com/a b', 'api.example.com/a b'],
])('the form of an account completes the address %j to %j', (typed, whole) => {
  expect(completeAddress(typed)).toBe(whole);
});

it('a new account gets a name that no other account has', () => {
  const named = (...names: string[]) => names.map((name) => ({ ...makeAccount(draft, name, 'live', 0), name }));
  expect(freeName('Site', [])).toBe('Site');
  expect(freeName('Site', named('Other'))).toBe('Site');
  expect(freeName('Site', named('Site'))).toBe('Site (2)');
  expect(freeName('Site', named('Site', 'Site (2)', 'Site (4)'))).toBe('Site (3)');
});

it('the presets of vendors are all accepted by the form of an account', () => {
  for (const preset of VENDOR_PRESETS) expect(checkAccountDraft({ ...draft, ...preset })).toEqual([]);
});

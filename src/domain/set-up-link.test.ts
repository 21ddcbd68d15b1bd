/** A set-up link passes the addresses of an account and nothing else, and no text makes it pass anything unexpected. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkAccountDraft } from './account.ts';
import { DEFAULT_SETTINGS } from './default-settings.ts';
import { hiddenIn } from './clean-text.ts';
import { hostsOf, presetOf, readSetUpLink, writeSetUpLink, type SetUp } from './set-up-link.ts';
import { VENDOR_PRESETS } from './vendor-presets.ts';

const PAGE = 'https://fieldkit.example.com/app/connect';
const TYPED = {
  name: 'North Wing & Söhne = 100 %',
  baseUrl: 'https://proxy.example.com:8443/v3-api',
  legacyBaseUrl: 'https://dm.example.com',
  vendor: 'acme',
};
const OWN: SetUp = { ...TYPED, protocol: DEFAULT_SETTINGS.protocol };

/** Returns a link as anybody could write it. */
function linkOf(fields: Readonly<Record<string, string>>, page = PAGE): string {
  return `${page}#${new URLSearchParams({ 'set-up': '1', ...TYPED, ...fields }).toString()}`;
}

const problemOf = (text: string): string | null => {
  const reading = readSetUpLink(text);
  return reading.ok ? null : reading.problem;
};

describe('a set-up link', () => {
  it("passes the account's data after the #, which no server sees", () => {
    const link = writeSetUpLink(PAGE, OWN)!;
    expect(readSetUpLink(link)).toEqual({ ok: true, setUp: OWN });
    const { origin, pathname, search } = new URL(link);
    expect([`${origin}${pathname}`, search]).toEqual([PAGE, '']);
  });

  it('is read whatever account it was written from', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.webUrl(), fc.webUrl(), (name, baseUrl, legacyBaseUrl) => {
        const setUp: SetUp = { name, baseUrl, legacyBaseUrl, vendor: 'acme' };
        const link = writeSetUpLink(PAGE, setUp);
        fc.pre(link !== null);
        const reading = readSetUpLink(link);
        if (!reading.ok) return expect(reading.problem).toBe('written links are read');
        expect(reading.setUp).toMatchObject({ baseUrl, legacyBaseUrl, vendor: 'acme' });
        expect(hiddenIn(reading.setUp.name)).toEqual([]);
      }),
    );
  });

  it('passes on an unusual protocol, in a version of the link that an earlier app does not read', () => {
    const protocol = { mediaVersion: 9, keyHeader: 'Authorization: Bearer' } as const;
    const link = writeSetUpLink(PAGE, { ...OWN, protocol })!;
    expect(readSetUpLink(link)).toEqual({ ok: true, setUp: { ...OWN, protocol } });
    expect(link).toContain('set-up=2');
    expect(writeSetUpLink(PAGE, OWN)).toMatch(/set-up=1(?!.*(?:mediaVersion|keyHeader))/);
    expect(problemOf(linkOf({ mediaVersion: '0' }))).toBe('damaged');
    expect(problemOf(linkOf({ keyHeader: 'Cookie' }))).toBe('damaged');
  });

  it('shortens a long name, and is not written for addresses too long for a code', () => {
    const long = readSetUpLink(writeSetUpLink(PAGE, { ...OWN, name: '🩺'.repeat(80) })!);
    expect(long).toEqual({ ok: true, setUp: { ...OWN, name: '🩺'.repeat(30) } });
    expect(writeSetUpLink(PAGE, { ...OWN, baseUrl: `https://a.example/${'x'.repeat(300)}` })).toBeNull();
  });

  it('contains no name that looks like a key, neither when written nor when read', () => {
    for (const name of [
      'a7Kq2mZx9Tn4Rb6Wv1Yc',
      'North wing a7Kq2mZx9Tn4Rb6Wv1Yc',
      'Api-Key:a7Kq2mZx9Tn4Rb6Wv1Yc',
      'MlAFCHJmLWXBpqGVDfmRTOZuURbTYzRx',
    ]) {
      expect(writeSetUpLink(PAGE, { ...OWN, name })).not.toContain('a7Kq2mZx9');
      expect(readSetUpLink(linkOf({ name }))).toEqual({ ok: true, setUp: { ...OWN, name: '' } });
    }
    const name = 'hospital-north-building-2026';
    expect(readSetUpLink(linkOf({ name }))).toMatchObject({ ok: true, setUp: { name } });
  });

  it('is read by its data alone, wherever the app that wrote it is served', () => {
    expect(readSetUpLink(linkOf({}, 'http://192.168.1.4:8080/'))).toEqual({ ok: true, setUp: OWN });
  });

  it('ignores unknown fields, including a key', () => {
    expect(readSetUpLink(linkOf({ apiKey: 'stolen', colour: 'red' }))).toEqual({ ok: true, setUp: OWN });
  });

  it('completes an address that lacks https://', () => {
    expect(readSetUpLink(linkOf({ baseUrl: 'api.example.com' }))).toEqual({
      ok: true,
      setUp: { ...OWN, baseUrl: 'https://api.example.com' },
    });
  });

  it.each([
    ['', 'foreign'],
    ['Ab3dEf', 'foreign'],
    ['https://example.com/b/Ab3dEf', 'foreign'],
    [`javascript:alert(1)#set-up=1&baseUrl=https://a.example`, 'foreign'],
    ['https://#set-up=1', 'foreign'],
    [linkOf({ 'set-up': '3' }), 'newerVersion'],
    [linkOf({ 'set-up': '' }), 'damaged'],
    [linkOf({ 'set-up': '1e9' }), 'damaged'],
    [`${PAGE}#set-up=1&name=Site`, 'damaged'],
    [linkOf({ name: 'x'.repeat(61) }), 'damaged'],
    [linkOf({ more: 'x'.repeat(1000) }), 'damaged'],
    [linkOf({ vendor: 'a/b' }), 'badAddress'],
    [linkOf({ baseUrl: 'https://api.example.com@evil.example' }), 'badAddress'],
    [linkOf({ baseUrl: 'https://аpi.example.com' }), 'badAddress'],
    [linkOf({ baseUrl: 'http://api.example.com' }), 'badAddress'],
    [linkOf({ baseUrl: 'https://a.example/../b' }), 'badAddress'],
    [linkOf({ legacyBaseUrl: 'javascript:alert(1)' }), 'badAddress'],
    [linkOf({ legacyBaseUrl: 'https://a.example/?key=1' }), 'badAddress'],
  ])('is refused with the reason when it is wrong or no set-up link: %j', (text, problem) => {
    expect(problemOf(text)).toBe(problem);
  });

  it('may have 1000 characters in all and 60 in its name, whose spaces are joined', () => {
    const short = linkOf({ more: '' });
    expect(problemOf(linkOf({ more: 'x'.repeat(1000 - short.length) }))).toBeNull();
    expect(problemOf(linkOf({ more: 'x'.repeat(1001 - short.length) }))).toBe('damaged');
    expect(readSetUpLink(linkOf({ name: 'x'.repeat(60) }))).toMatchObject({ setUp: { name: 'x'.repeat(60) } });
    expect(readSetUpLink(linkOf({ name: ' North\n  wing ', vendor: ' acme ' }))).toMatchObject({
      setUp: { name: 'North wing', vendor: 'acme' },
    });
  });

  it('may lack the name, and no other data', () => {
    const without = (name: string) => linkOf({}).replace(new RegExp(`[&]${name}=[^&]*`), '');
    expect(readSetUpLink(without('name'))).toEqual({ ok: true, setUp: { ...OWN, name: '' } });
    for (const name of ['baseUrl', 'legacyBaseUrl', 'vendor']) expect(problemOf(without(name)), name).toBe('damaged');
  });

  it('is read from any text without throwing, and returns only what the form would accept', () => {
    const field = fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl(), fc.constant('acme'));
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string().map((fragment) => `${PAGE}#set-up=1&${fragment}`),
      fc.record({ name: field, baseUrl: field, legacyBaseUrl: field, vendor: field }).map((fields) => linkOf(fields)),
    );
    fc.assert(
      fc.property(text, (link) => {
        const reading = readSetUpLink(link);
        if (!reading.ok) return;
        expect(checkAccountDraft(reading.setUp)).toEqual([]);
        expect(hostsOf(reading.setUp).every((host) => host !== '')).toBe(true);
      }),
    );
  });

  it('recognises a known backend by all of its addresses', () => {
    const [preset] = VENDOR_PRESETS;
    const setUp = { ...preset!, name: 'Site' };
    expect(presetOf(setUp)).toBe(preset);
    expect(presetOf({ ...setUp, baseUrl: `${preset!.baseUrl}/` })).toBe(preset);
    for (const other of [{ legacyBaseUrl: OWN.legacyBaseUrl }, { baseUrl: OWN.baseUrl }, { vendor: 'acme' }])
      expect(presetOf({ ...setUp, ...other })).toBeNull();
  });

  it('names each host that receives the key once', () => {
    expect(hostsOf(OWN)).toEqual(['proxy.example.com:8443', 'dm.example.com']);
    expect(hostsOf({ ...OWN, legacyBaseUrl: `${OWN.baseUrl}/old` })).toEqual(['proxy.example.com:8443']);
  });
});

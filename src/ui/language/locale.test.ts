import { describe, expect, it } from 'vitest';
import { pseudo, pseudoText } from './pseudo.ts';
import { spokenLanguage } from './locale.ts';

describe('the language of the app', () => {
  it.each([
    [['de-AT', 'en'], 'de'],
    [['fr-FR', 'de'], 'de'],
    [['fr-FR', 'EN-gb'], 'en'],
    [['pseudo'], 'en'],
    [['fr'], 'en'],
    [[], 'en'],
  ])('for a browser that prefers %j is %s', (preferred, language) => {
    expect(spokenLanguage(preferred)).toBe(language);
  });
});

describe('the lengthened language for tests', () => {
  it('changes every text and what functions say, and nothing that the code reads', () => {
    const english = {
      title: 'Outbox',
      unit: 'ms',
      of: (n: number) => `${n} receipts`,
      rows: ['One row'],
      set: new Set(['key']),
      none: null,
      fault: { says: 'Not found', action: 'again' },
    };
    const changed = pseudo(english);
    expect(changed.title).toMatch(/^Øütböx /);
    expect(changed.unit).toBe('ms');
    expect(changed.of(3)).toMatch(/^3 réçéípts /);
    expect(changed.rows[0]).toMatch(/^Øñé röw /);
    expect([changed.set, changed.none, changed.fault.action]).toEqual([english.set, null, 'again']);
  });

  it('is at least a quarter longer than English', () => {
    const text = 'Connect to the beacon';
    expect(pseudoText(text).length).toBeGreaterThan(text.length * 1.25);
  });
});

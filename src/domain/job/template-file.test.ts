/** A template file survives export and import, contains no secret, and each fault in it is reported. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HIDDEN_VALUE } from '../attributes/values.ts';
import { readTemplateFile, writeTemplateFile } from './template-file.ts';
import { secretsIn, type JobTemplate } from './template.ts';

const template: JobTemplate = {
  id: '1',
  name: 'Ward',
  savedAtMs: 7,
  values: { txPower: 3, packets: ['IBEACON', 'KONTAKT'], shuffled: true, someday: 'new' },
  patterns: { countUp: { minor: 101 }, nameIsId: true, aliasIsPlace: false },
};
const read = (changes: object): unknown =>
  readTemplateFile(JSON.stringify({ ...(JSON.parse(writeTemplateFile(template)) as object), ...changes }));

describe('the file of a template', () => {
  it('keeps name, values and patterns, even when an editor saved it', () => {
    const { name, values, patterns } = template;
    const good = { ok: true, template: { name, values, patterns }, dropped: [] };
    expect(readTemplateFile(writeTemplateFile(template))).toEqual(good);
    expect(readTemplateFile(`\uFEFF${writeTemplateFile(template)}`)).toEqual(good);
    const newer = { note: 'of a newer app', patterns: { ...patterns, step: 2 } };
    expect(read(newer)).toEqual({ ...good, dropped: ['patterns.step', 'note'] });
  });

  it.each<readonly [string, object, string, string]>([
    ['another kind of file', { format: 'beacon-fieldkit-job' }, 'noTemplate', ''],
    ['a newer version', { version: 2 }, 'newerVersion', ''],
    ['no version', { version: 'one' }, 'damaged', ''],
    ['no name', { name: ' ' }, 'damaged', ''],
    ['a name that is too long', { name: 'x'.repeat(101) }, 'damaged', ''],
    ['values that are no object', { values: [] }, 'damaged', ''],
    ['patterns that are no object', { patterns: { countUp: {} } }, 'damaged', ''],
    ['a password', { values: { password: '00000000' } }, 'secret', 'password'],
    ['a secret that is not in the catalogue', { values: { 'wifi.passphrase': 'x' } }, 'secret', 'wifi.passphrase'],
    ['a secret inside a value', { values: { wifi: { psk: 'x' } } }, 'secret', 'wifi'],
    ['a value out of its range', { values: { txPower: 8 } }, 'value', 'txPower'],
    ['a word that is not in the list of an attribute', { values: { packets: 'IBEACON,NONSENSE' } }, 'value', 'packets'],
    ['a name that is no attribute', { values: { 'a b': 1 } }, 'value', 'a b'],
    ['a field of the request', { values: { response: 'AA==' } }, 'value', 'response'],
    ['a read-only attribute', { values: { firmware: '1' } }, 'value', 'firmware'],
    [
      'a pattern for an attribute that cannot be counted',
      { patterns: { ...template.patterns, countUp: { name: 1 } } },
      'value',
      'name',
    ],
    ['a count below none', { patterns: { ...template.patterns, countUp: { minor: -1 } } }, 'value', 'minor'],
    ['a count that is not whole', { patterns: { ...template.patterns, countUp: { minor: 0.5 } } }, 'value', 'minor'],
    ['an alias, which a template cannot hold', { values: { alias: 'x' } }, 'value', 'alias'],
    ['a count beyond the limit', { patterns: { ...template.patterns, countUp: { minor: 65_536 } } }, 'value', 'minor'],
  ])('reports as its fault %s', (_, changes, problem, detail) =>
    expect(read(changes)).toMatchObject({ ok: false, problem, detail }),
  );

  it.each([
    ['a text that is no JSON', 'hello', 'notJson'],
    ['half of a file', writeTemplateFile(template).slice(0, 80), 'damaged'],
    ['a file that is too large', 'x'.repeat(200_001), 'tooLarge'],
    ['nothing', 'null', 'noTemplate'],
    [
      'values that are nested too deeply',
      writeTemplateFile(template).replace('"new"', `${'['.repeat(90_000)}${']'.repeat(90_000)}`),
      'damaged',
    ],
  ])('is refused when it is %s', (_, content, problem) =>
    expect(readTemplateFile(content)).toMatchObject({ ok: false, problem }),
  );

  it('is read without throwing, and never contains what must not be written', () => {
    fc.assert(fc.property(fc.string(), (content) => typeof readTemplateFile(content).ok === 'boolean'));
    fc.assert(fc.property(fc.jsonValue(), (values) => typeof (read({ values }) as { ok: boolean }).ok === 'boolean'));
    const secret = { ...template, values: { password: 'deadbeef' } };
    expect(secretsIn(secret.values)).toEqual(['password']);
    expect(writeTemplateFile(secret)).not.toContain('deadbeef');
    expect(writeTemplateFile(secret)).not.toContain(HIDDEN_VALUE);
  });
});

it('the file of a template is read with the longest permitted name, without spaces around it, and with the highest count', () => {
  const patterns = { ...template.patterns, countUp: { minor: 65_535, major: 0 } };
  expect(read({ name: ` ${'x'.repeat(100)} `, patterns })).toMatchObject({
    ok: true,
    template: { name: 'x'.repeat(100), patterns },
  });
});

it('the file of a template names the fields that make it unreadable', () => {
  expect(read({ name: ' ' })).toMatchObject({ faults: [{ path: ['name'], code: 'missing' }] });
  expect(read({ format: 'other' })).toMatchObject({ problem: 'noTemplate', detail: '' });
});

/** An Api-Key is found in what surrounds it when it is pasted, and stays as it is otherwise. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { keyIn } from './api-key.ts';

const KEY = 'tKwe8Zp-Lq_52.x9';

it.each([
  KEY,
  `  ${KEY}\n`,
  `"${KEY}"`,
  `'${KEY}',`,
  `“${KEY}”`,
  `Api-Key: ${KEY}`,
  `"Api-Key": "${KEY}",`,
  `api_key=${KEY};`,
  `-H "Api-Key: ${KEY}"`,
  `X-API-Key:${KEY}`,
  `export KONTAKT_API_KEY="${KEY}"`,
  `{"apiKey": "${KEY}"}`,
  `«${KEY}»`,
  `\u200b${KEY}\ufeff`,
  `<${KEY}>`,
  `Api-Key: <${KEY}>,`,
  `\`${KEY}\``,
  `\`\`\`\n${KEY}\n\`\`\``,
  `[${KEY}](https://example.com/${KEY})`,
  `[\`${KEY}\`](#key);`,
  `**${KEY}**`,
  `[${KEY}]`,
  `(${KEY})`,
  `\\"${KEY}\\"`,
  `--header 'Api-Key: ${KEY}'`,
  `$env:API_KEY="${KEY}"`,
  `"apiKey"=>"${KEY}",`,
  `?api_key=${KEY}`,
  `**Api-Key:** \`${KEY}\``,
  `\`Api-Key\`: ${KEY}`,
  `<code>${KEY}</code>`,
])('the API key is found in the pasted text %j', (pasted) => {
  expect(keyIn(pasted)).toBe(KEY);
});

it.each([`<${KEY}`, `${KEY}>`, `a<${KEY}>b`, `(${KEY}`, `${KEY}]`, `*${KEY}*`, `[a](b)${KEY}`, `a\`b`, `__${KEY}__`])(
  'an API key keeps marks that do not surround the whole of it: %s',
  (key) => expect(keyIn(key)).toBe(key),
);

it('an API key of letters, digits and dashes is taken unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'aZk09_.-'), minLength: 1 }), (key) => {
      expect(keyIn(key)).toBe(key);
    }),
  );
});

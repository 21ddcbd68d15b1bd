/** What search engines may look at: the welcome page and what it is drawn with, nothing of an account. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

it('lets the welcome page be found, and no other', () => {
  const lines = readFileSync(path.resolve(import.meta.dirname, '../public/robots.txt'), 'utf8')
    .trim()
    .split('\n');
  expect(lines[0]).toBe('User-agent: *');
  expect(lines).toContain('Allow: /$');
  expect(lines.at(-1)).toBe('Disallow: /');
  for (const line of lines.slice(1, -1))
    expect(line).toMatch(/^Allow: (\/\$|\/(assets|icons|screenshots)\/|\/manifest\.webmanifest)$/);
});

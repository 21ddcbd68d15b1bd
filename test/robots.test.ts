/** What search engines may look at: the welcome page and what it is drawn with, nothing of an account. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { headersOf, siteFrom } from '../src/build/policy.ts';

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

it('says to a search engine what the welcome page is', () => {
  const page = readFileSync(path.resolve(import.meta.dirname, '../index.html'), 'utf8');
  const content = (pattern: RegExp): string => pattern.exec(page)?.[1] ?? '';
  expect(content(/<title>([^<]+)<\/title>/).length).toBeGreaterThan(5);
  expect(content(/<meta name="description" content="([^"]+)"/).length).toBeGreaterThan(40);
  expect(content(/<html lang="([^"]+)"/)).toBe('en');
  expect(content(/<meta name="viewport" content="([^"]+)"/)).toContain('width=device-width');
  // What robots.txt allows, neither the page nor a header takes back.
  expect(page).not.toMatch(/noindex|nofollow/);
  expect([...headersOf(siteFrom({}), '/', 200).keys()].map((name) => name.toLowerCase())).not.toContain('x-robots-tag');
});

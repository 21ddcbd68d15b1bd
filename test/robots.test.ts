/** Search engines may index the welcome page and the files that it needs, and no page of an account. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { headersOf, siteFrom } from '../src/build/policy.ts';

it('robots.txt allows the welcome page and no other', () => {
  const lines = readFileSync(path.resolve(import.meta.dirname, '../public/robots.txt'), 'utf8')
    .trim()
    .split('\n');
  expect(lines[0]).toBe('User-agent: *');
  expect(lines).toContain('Allow: /$');
  expect(lines.at(-1)).toBe('Disallow: /');
  for (const line of lines.slice(1, -1))
    expect(line).toMatch(/^Allow: (\/\$|\/(assets|icons|screenshots)\/|\/manifest\.webmanifest)$/);
});

it('index.html describes the welcome page to a search engine', () => {
  const page = readFileSync(path.resolve(import.meta.dirname, '../index.html'), 'utf8');
  const content = (pattern: RegExp): string => pattern.exec(page)?.[1] ?? '';
  expect(content(/<title>([^<]+)<\/title>/).length).toBeGreaterThan(5);
  expect(content(/<meta name="description" content="([^"]+)"/).length).toBeGreaterThan(40);
  expect(content(/<html lang="([^"]+)"/)).toBe('en');
  expect(content(/<meta name="viewport" content="([^"]+)"/)).toContain('width=device-width');
  // The app has languages of its own, and a translator would replace texts that change.
  expect(page).toContain('<html lang="en" translate="no">');
  expect(content(/<meta name="google" content="([^"]+)"/)).toBe('notranslate');
  // Neither the page nor a header forbids what robots.txt allows.
  expect(page).not.toMatch(/noindex|nofollow/);
  expect([...headersOf(siteFrom({}), '/', 200).keys()].map((name) => name.toLowerCase())).not.toContain('x-robots-tag');
});

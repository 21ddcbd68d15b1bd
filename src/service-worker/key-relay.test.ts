import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { APP_PAGES, isAppPage } from './key-relay.ts';

const scope = 'https://kit.example/';

describe('the check whether a window shows a page of the app', () => {
  it('accepts exactly the pages of the route table', () => {
    const table = readFileSync(path.resolve(import.meta.dirname, '../ui/shell/routes.ts'), 'utf8');
    const firsts = Array.from(table.matchAll(/pattern: '\/([^/']*)/g), ([, first]) => first);
    expect(new Set([...firsts, 'index.html'])).toEqual(new Set(APP_PAGES));
  });

  it.each([
    'https://kit.example/',
    'https://kit.example/devices/7hK2?x=1',
    'https://kit.example/index.html',
    'https://kit.example/more#storage',
  ])('accepts the address %s', (address) => {
    expect(isAppPage(address, scope)).toBe(true);
  });

  it.each([
    'https://kit.example/sandbox/portal',
    'https://kit.example/api/evil',
    'https://kit.example/devices.html',
    'https://kit.example/assets/a.js',
    'https://other.example/devices',
    'http://kit.example/devices',
    'https://kit.example//devices',
    'about:blank',
  ])('rejects the address %s', (address) => {
    expect(isAppPage(address, scope)).toBe(false);
  });

  it('accepts only pages below the base path of the app', () => {
    expect(isAppPage('https://kit.example/fieldkit/devices', 'https://kit.example/fieldkit/')).toBe(true);
    expect(isAppPage('https://kit.example/devices', 'https://kit.example/fieldkit/')).toBe(false);
  });
});

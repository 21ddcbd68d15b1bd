import { describe, expect, it } from 'vitest';
import { allowScriptUrl } from './trusted-script-url.ts';

const page = 'https://kit.example/devices/abc';

describe('the check of the address of a script', () => {
  it.each([
    ['/sw.js', 'https://kit.example/sw.js'],
    ['https://kit.example/assets/mirror-worker-a1b2.js', 'https://kit.example/assets/mirror-worker-a1b2.js'],
  ])('accepts %s as a script of the app', (url, href) => {
    expect(allowScriptUrl(url, page, false)).toBe(href);
  });

  it.each([
    'https://evil.example/sw.js',
    'https://kit.example.evil.example/assets/a.js',
    '/uploads/a.js',
    '/assets/deeper/a.js',
    '/assets/a.json',
    'data:text/javascript,alert(1)',
    'blob:https://kit.example/1234',
    '//evil.example/sw.js',
  ])('rejects %s as a script of the app', (url) => {
    expect(() => allowScriptUrl(url, page, false)).toThrow(TypeError);
  });

  it('accepts a script below the base path of the app, and rejects other scripts of the same origin', () => {
    expect(allowScriptUrl('/kit/sw.js', page, false, '/kit/')).toBe('https://kit.example/kit/sw.js');
    expect(() => allowScriptUrl('/sw.js', page, false, '/kit/')).toThrow(TypeError);
    expect(() => allowScriptUrl('/assets/a.js', page, false, '/kit/')).toThrow(TypeError);
  });

  it('rejects a script of another origin also in development', () => {
    expect(() => allowScriptUrl('https://evil.example/sw.js', page, true)).toThrow(TypeError);
    expect(allowScriptUrl('/src/storage/second-copy/mirror.ts?worker_file', page, true)).toContain(
      '/src/storage/second-copy/mirror.ts',
    );
  });
});

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SCRIPT_POLICY } from '../names.ts';
import { pagesOf } from './deployment.ts';
import { caddyFile, headersFile, nginxFile } from './deployment.ts';
import { headersOf, isFilePath, pagePolicies, securityHeaders, siteFrom } from './policy.ts';

const site = siteFrom({});
const [policy, paths] = pagePolicies(site);
const directives = new Map(
  policy.split(';').map((directive) => {
    const [name = '', ...sources] = directive.trim().split(' ');
    return [name, sources.join(' ')] as const;
  }),
);

describe('the header policy of the built site', () => {
  it('has exactly the expected directives of the Content-Security-Policy', () => {
    expect(Object.fromEntries(directives)).toEqual({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
      'img-src': "'self' data: blob:",
      'font-src': "'self'",
      'connect-src': "'self' https: http://localhost:* http://127.0.0.1:*",
      'manifest-src': "'self'",
      'worker-src': "'self'",
      'base-uri': "'none'",
      'form-action': "'none'",
      'object-src': "'none'",
      'require-trusted-types-for': "'script'",
      'trusted-types': `${SCRIPT_POLICY} lit-html`,
    });
  });

  it('is sent in every answer, with the other security headers', () => {
    const all = headersOf(site, '/', 200);
    expect(all.get('Content-Security-Policy')).toBe(`${policy}; frame-ancestors 'none', ${paths}`);
    all.delete('Content-Security-Policy');
    all.delete('Permissions-Policy');
    expect(Object.fromEntries(all)).toEqual({
      'X-Content-Type-Options': 'nosniff',
      'X-Frame-Options': 'DENY',
      'Referrer-Policy': 'no-referrer',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Strict-Transport-Security': 'max-age=31536000',
      'Cache-Control': 'no-cache',
    });
  });

  it('allows no inline and no evaluated code', () => {
    expect(securityHeaders(site).join(' ')).not.toContain('unsafe');
  });

  it('lists the paths below the base that may serve scripts', () => {
    expect(paths).toBe(
      'script-src *:*/assets/ *:*/sw.js *:*/watch.js *:*/rescue.js; worker-src *:*/assets/ *:*/sw.js *:*/watch.js *:*/rescue.js',
    );
    expect(pagePolicies(siteFrom({ FIELDKIT_BASE: '/fieldkit/' }))[1]).toContain('*:*/fieldkit/assets/ ');
  });

  it('restricts who may frame the page in the header, because a meta tag cannot', () => {
    expect(policy).not.toContain('frame-ancestors');
    expect(headersOf(site, '/', 200).get('Content-Security-Policy')).toContain("frame-ancestors 'none'");
  });

  it('allows the camera and passkeys for our own origin only, and denies what is never used', () => {
    const features = headersOf(site, '/', 200).get('Permissions-Policy') ?? '';
    const passkeys = ['publickey-credentials-create=(self)', 'publickey-credentials-get=(self)'];
    for (const one of [
      'camera=(self)',
      ...passkeys,
      'microphone=()',
      'geolocation=()',
      'usb=()',
      'serial=()',
      'hid=()',
    ])
      expect(features).toContain(one);
  });

  it('lists no feature that Chromium does not recognize, since each page would log a warning', () => {
    expect(headersOf(site, '/', 200).get('Permissions-Policy')).not.toMatch(/bluetooth|web-share/);
  });

  it('lets browsers cache for good only existing files that have a hash in their name', () => {
    expect(headersOf(site, '/assets/index-a1.js', 200).get('Cache-Control')).toContain('immutable');
    for (const [path, status] of [
      ['/sw.js', 200],
      ['/', 200],
      ['/devices/a', 200],
      ['/assets/index-a1.js', 404],
    ] as const) {
      expect(headersOf(site, path, status).get('Cache-Control')).toBe('no-cache');
    }
  });

  it.each(['/assets/a.js', '/assets/deep/a', '/sw.js', '/manifest.webmanifest', '/rescue.html', '/icons/none.png'])(
    'is that of a file for the path %s',
    (path) => {
      expect(isFilePath(site, path)).toBe(true);
    },
  );
  it.each(['/', '/devices', '/devices/a.js', '/run/x.1', '/outbox'])('is that of a page for the path %s', (path) => {
    expect(isFilePath(site, path)).toBe(false);
  });
});

describe('the build setting FIELDKIT_CONNECT_SRC (the allowed backends)', () => {
  const sources = (value: string) => siteFrom({ FIELDKIT_CONNECT_SRC: value }).connectSrc;

  it("always includes 'self', so that the service worker can fetch the app", () => {
    expect(sources('https://api.example.com')).toEqual(["'self'", 'https://api.example.com']);
    expect(sources(" 'self'  https://a.example https://b.example:8443 ")).toEqual([
      "'self'",
      'https://a.example',
      'https://b.example:8443',
    ]);
  });

  it.each([
    'api.example.com',
    '*',
    "'none'",
    "'unsafe-inline'",
    "'self'; script-src *",
    'https://a.example, script-src *',
    'data:',
  ])('refuses the value %s', (value) => {
    expect(() => sources(value)).toThrow('FIELDKIT_CONNECT_SRC');
  });
});

describe('the build setting FIELDKIT_BASE (the path of the app)', () => {
  it.each(['fieldkit', '/fieldkit', 'https://a.example/', '/a b/', '//'])('refuses the value %s', (base) => {
    expect(() => siteFrom({ FIELDKIT_BASE: base })).toThrow('FIELDKIT_BASE');
  });
});

describe('the configuration files for web servers', () => {
  const pages = pagesOf(readFileSync(new URL('../ui/shell/routes.ts', import.meta.url), 'utf8'));

  it('contain every security header', () => {
    for (const text of [headersFile(site, pages), nginxFile(site), caddyFile(site)]) {
      for (const [name, value] of securityHeaders(site)) {
        expect(text).toContain(name);
        expect(text).toContain(value);
      }
    }
  });

  it('never have two rules with a Cache-Control header for one path', () => {
    const rules = headersFile(site, pages)
      .split(/\n\n/)
      .filter((rule) => rule.includes('Cache-Control'))
      .map((rule) => rule.split('\n')[0]!);
    expect(rules).toContain('/devices/*');
    const fits = (path: string) =>
      rules.filter((rule) => (rule.endsWith('*') ? path.startsWith(rule.slice(0, -1)) : rule === path));
    for (const path of ['/', '/devices', '/devices/a', '/run/a', '/assets/a.js', '/sw.js', '/index.html'])
      expect([path, fits(path).length]).toEqual([path, 1]);
  });

  it('set headers in only one place of the nginx configuration', () => {
    const blocks = nginxFile(site)
      .split(/^ {2}location /m)
      .slice(1);
    expect(blocks).toHaveLength(4);
    expect(blocks.join('')).not.toContain('add_header');
  });
});

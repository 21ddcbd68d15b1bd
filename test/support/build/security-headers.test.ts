import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { headersFor, parseHeaders, withConnectSrc } from './security-headers.ts';

const written = readFileSync(new URL('../../../public/_headers', import.meta.url), 'utf8');

describe('public/_headers', () => {
  const policy = headersFor(parseHeaders(written), '/devices/abc').get('Content-Security-Policy') ?? '';
  const directives = new Map(
    policy.split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(' ');
      return [name, sources.join(' ')] as const;
    }),
  );

  it.each([
    ['default-src', "'none'"],
    ['script-src', "'self'"],
    ['style-src', "'self'"],
    ['base-uri', "'none'"],
    ['form-action', "'none'"],
    ['frame-ancestors', "'none'"],
    ['object-src', "'none'"],
    ['require-trusted-types-for', "'script'"],
    ['connect-src', "'self' https:"],
  ])('sets %s to %s', (name, sources) => {
    expect(directives.get(name)).toBe(sources);
  });

  it('says of every page this, word for word', () => {
    // What is not named here is not sent: a word less or more is a decision.
    expect(Object.fromEntries([...headersFor(parseHeaders(written), '/devices/abc')].map(([name, value]) => [name, name === 'Content-Security-Policy' ? value.split('; ') : value]))).toEqual({
      'Content-Security-Policy': [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data: blob:", "font-src 'self'", "connect-src 'self' https:", "manifest-src 'self'", "worker-src 'self'",
        "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'", "object-src 'none'", "require-trusted-types-for 'script'", 'trusted-types fieldkit lit-html',
      ],
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Permissions-Policy': 'bluetooth=(self)',
      'Cross-Origin-Opener-Policy': 'same-origin',
    });
  });

  it('allows no inline and no evaluated code', () => {
    expect(policy).not.toContain('unsafe');
  });

  it('keeps Bluetooth for our own origin', () => {
    const headers = headersFor(parseHeaders(written), '/');
    expect(headers.get('Permissions-Policy')).toBe('bluetooth=(self)');
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('Referrer-Policy')).toBe('no-referrer');
  });

  it('caches what is named by its content, and only that', () => {
    expect(headersFor(parseHeaders(written), '/assets/index-a1.js').get('Cache-Control')).toContain('immutable');
    expect(headersFor(parseHeaders(written), '/sw.js').get('Cache-Control')).toBe('no-cache');
  });
});

describe('withConnectSrc', () => {
  it('narrows the hosts the app may call', () => {
    const narrowed = withConnectSrc(written, "'self' https://api.example");
    expect(narrowed).toContain("connect-src 'self' https://api.example;");
    expect(narrowed).not.toContain('https:;');
  });

  it('refuses a value that would end the directive', () => {
    expect(() => withConnectSrc(written, "'self'; script-src *")).toThrow('FIELDKIT_CONNECT_SRC');
  });
});

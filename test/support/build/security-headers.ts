/** Serves `public/_headers`, the one place where response headers are written, and narrows it at build time. */
import { readFileSync, writeFileSync, existsSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

export interface HeaderRule {
  /** A path, or a path prefix that ends in `*`. */
  readonly pattern: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** What the preview server allows beyond the deployed policy, so that a backend on this machine can be tried. */
const PREVIEW_CONNECT_SRC = 'http://localhost:*';

/** Reads the `_headers` format: a path at the start of a line, then its indented `Name: value` lines. */
export function parseHeaders(text: string): HeaderRule[] {
  const rules: { pattern: string; headers: [string, string][] }[] = [];
  for (const line of text.split('\n')) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    if (!/^\s/.test(line)) {
      rules.push({ pattern: line.trim(), headers: [] });
      continue;
    }
    const colon = line.indexOf(':');
    const rule = rules.at(-1);
    if (colon < 0 || rule === undefined) throw new Error(`_headers: cannot read the line "${line}"`);
    rule.headers.push([line.slice(0, colon).trim(), line.slice(colon + 1).trim()]);
  }
  return rules;
}

/** The headers of one URL path; a later rule wins over an earlier one. */
export function headersFor(rules: readonly HeaderRule[], urlPath: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const { pattern, headers } of rules) {
    const matches = pattern.endsWith('*') ? urlPath.startsWith(pattern.slice(0, -1)) : urlPath === pattern;
    if (!matches) continue;
    for (const [name, value] of headers) found.set(name, value);
  }
  return found;
}

/** Replaces the sources of `connect-src`; throws when the policy has none. */
export function withConnectSrc(text: string, sources: string): string {
  if (/[;\n]/.test(sources)) throw new Error('FIELDKIT_CONNECT_SRC is a list of sources, without ";" or line breaks');
  const narrowed = text.replace(/connect-src [^;\n]*/, `connect-src ${sources}`);
  if (!narrowed.includes(`connect-src ${sources}`)) throw new Error('_headers: no connect-src to narrow');
  return narrowed;
}

/** Writes FIELDKIT_CONNECT_SRC into `dist/_headers`, and sends those headers from the preview server. */
export function securityHeaders(): Plugin {
  let builtHeaders = '';
  return {
    name: 'fieldkit-security-headers',
    configResolved(config) {
      builtHeaders = path.resolve(config.root, config.build.outDir, '_headers');
    },
    writeBundle: {
      order: 'post',
      handler() {
        const sources = process.env['FIELDKIT_CONNECT_SRC'];
        if (sources !== undefined && sources.trim() !== '' && existsSync(builtHeaders)) {
          writeFileSync(builtHeaders, withConnectSrc(readFileSync(builtHeaders, 'utf8'), sources.trim()));
        }
      },
    },
    configurePreviewServer(server) {
      const rules = parseHeaders(readFileSync(builtHeaders, 'utf8'));
      server.middlewares.use((request, response, next) => {
        const urlPath = new URL(request.url ?? '/', 'http://localhost').pathname;
        // The sandbox stands for another service: the app's own page policy is none of its business.
        if (!urlPath.startsWith('/sandbox/')) {
          for (const [name, value] of headersFor(rules, urlPath)) {
            response.setHeader(
              name,
              name === 'Content-Security-Policy'
                ? value.replace(/connect-src [^;]*/, (all) => `${all} ${PREVIEW_CONNECT_SRC}`)
                : value,
            );
          }
        }
        next();
      });
    },
  };
}

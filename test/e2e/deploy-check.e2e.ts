/** `npm run check-deploy` against correct, careless and incomplete deployments. */
import { execFile } from 'node:child_process';
import { cpSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startAppServer, type RunningServer } from '../support/app-server.ts';
import { temporaryFolder } from '../support/process-end.ts';
import { findProgram } from '../support/programs.mjs';
import { startRealHost } from '../support/real-host.ts';
import { sampled } from '../support/sampled.ts';
import { startStaticHost } from '../support/static-host.ts';

const root = path.resolve(import.meta.dirname, '../..');
const dist = path.join(root, 'dist');

let server: RunningServer;
beforeAll(async () => {
  server = await startAppServer();
});
afterAll(() => server.close());

function check(...args: readonly string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile('npm', ['run', '--silent', 'check-deploy', '--', ...args], { cwd: root }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: stdout + stderr });
    });
  });
}

it.skipIf(findProgram('nginx') === null)('the deployment check finds no fault in a correct deployment', async () => {
  const host = await startRealHost('nginx', dist);
  try {
    expect(await check(host.origin)).toMatchObject({
      code: 0,
      output: expect.stringContaining('All is well.') as string,
    });
  } finally {
    await host.close();
  }
});

it('the deployment check finds one fault of the development server: it takes commands from everybody', async () => {
  const { code, output } = await check(server.origin);
  expect(code).toBe(1);
  expect(output.trim().split('\n')).toEqual([
    '- Anybody can command the sandbox at /sandbox/control/log, sandbox/control/log: this is the server for development, or a proxy leads to it. Serve dist/ from a host of its own.',
    '1 thing is wrong.',
  ]);
});

it('a build names the same packages in the notices and in the list of parts', () => {
  const names = Array.from(
    readFileSync(path.join(dist, 'THIRD-PARTY.txt'), 'utf8').matchAll(/^(\S+) (\d\S*) \([\w.-]+\)$/gm),
    ([, name, version]) => `${name}@${version}`,
  );
  const { components } = JSON.parse(readFileSync(path.join(dist, 'sbom.cdx.json'), 'utf8')) as {
    components: readonly { readonly 'bom-ref': string }[];
  };
  expect(names.length).toBeGreaterThan(15);
  expect(components.map((part) => part['bom-ref']).toSorted()).toEqual(names.toSorted());
});

it('the deployment check names the faults of a careless host', async () => {
  const host = await startStaticHost(dist);
  try {
    const { code, output } = await check(host.origin);
    expect(code).toBe(1);
    expect(output).toContain(
      '200 text/html is the answer for /assets/not-there-00000000.js (a file that is missing): it has to be 404',
    );
    expect(output).toMatch(/^- Content-Security-Policy, .*Strict-Transport-Security are missing on every answer\.$/m);
    expect(output.split('\n').length).toBeLessThan(8);
    expect(output).not.toContain('Nobody can install this version');
  } finally {
    await host.close();
  }
});

/** Usual mistakes in a server block, with the complete sentences about them. */
const NGINX: readonly (readonly [what: string, change: (block: string) => string, says: readonly string[]])[] = [
  [
    'gives the assets a header of their own, which drops all others',
    (block) =>
      block
        .replace('"^/((assets|', '"^/((')
        .replace(
          '  location / {',
          '  location /assets/ {\n    add_header Cache-Control "public, max-age=31536000, immutable";\n    try_files $uri =404;\n  }\n  location / {',
        ),
    [
      'Content-Security-Policy, X-Content-Type-Options, X-Frame-Options, Referrer-Policy, Permissions-Policy, Cross-Origin-Opener-Policy, Cross-Origin-Resource-Policy, Strict-Transport-Security are missing on /assets/SCRIPT (a script), /assets/not-there-00000000.js (a file that is missing), each other asset.',
    ],
  ],
  [
    'answers a missing file with the page',
    (block) => block.replace('try_files $uri =404;', 'try_files $uri /index.html;'),
    [
      '200 text/html; charset=utf-8 is the answer for /assets/not-there-00000000.js (a file that is missing): it has to be 404, or a deployment that is half there is taken for whole.',
    ],
  ],
  [
    'lets the worker be kept',
    (block) => block.replace('  location / {', '  location = /sw.js {\n    expires 1y;\n  }\n  location / {'),
    [
      'Cache-Control "max-age=31536000, no-cache" lets /sw.js (the worker) be kept without asking: an update would not be seen.',
    ],
  ],
  [
    'leaves one header out and widens another',
    (block) =>
      block
        .replace(/ {2}add_header Strict-.*\n/, '')
        .replaceAll("script-src 'self'", "script-src 'self' 'unsafe-inline'"),
    [
      'Strict-Transport-Security is missing on every answer.',
      `Content-Security-Policy on every answer is not that of this build: it lacks "script-src 'self'"; it has "script-src 'self' 'unsafe-inline'".`,
    ],
  ],
];

it.skipIf(findProgram('nginx') === null).each(sampled('careless hosts', NGINX, 2))(
  'the deployment check reports only the planted fault of an nginx that %s',
  async (_, change, message) => {
    const folder = temporaryFolder('careless');
    cpSync(dist, folder, { recursive: true });
    const file = path.join(folder, 'deploy/nginx.conf');
    const before = readFileSync(file, 'utf8');
    writeFileSync(file, change(before));
    expect(readFileSync(file, 'utf8')).not.toBe(before);
    const host = await startRealHost('nginx', folder);
    try {
      const { output } = await check(host.origin);
      const lines = output.trim().split('\n').slice(0, -1);
      // Of the files that the worker names, one is enough.
      const named = lines.map((line) =>
        line.replace(/index-[\w-]+\.js/, 'SCRIPT').replace(/(, \/assets\/[\w.-]+)+ and \d+ more/, ', each other asset'),
      );
      expect(named).toEqual(message.map((line) => `- ${line}`));
    } finally {
      await host.close();
    }
  },
);

it.skipIf(findProgram('nginx') === null)(
  'the deployment check reports host files that are served, and a backend that could erase stored data',
  async () => {
    const upstream = createServer((_, response) => {
      response
        .writeHead(200, {
          'clear-site-data': '"storage"',
          'set-cookie': 'a=b',
          'cross-origin-opener-policy': 'unsafe-none',
          'x-frame-options': 'SAMEORIGIN',
        })
        .end();
    });
    await new Promise<void>((resolve) => {
      upstream.listen(0, '127.0.0.1', resolve);
    });
    const folder = temporaryFolder('erasing');
    cpSync(dist, folder, { recursive: true });
    const file = path.join(folder, 'deploy/nginx.conf');
    const before = readFileSync(file, 'utf8');
    const after = before.replace(/.*proxy_hide_header.*\n/g, '').replace('return 404;', 'try_files $uri =404;');
    expect(after).not.toBe(before);
    writeFileSync(file, after);
    const host = await startRealHost('nginx', folder, {
      proxyTo: `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`,
    });
    try {
      const { code, output } = await check(host.origin, '/backend/login');
      expect(code).toBe(1);
      expect(output.trim().split('\n').slice(0, -1)).toEqual([
        '- Anybody can read _headers, deploy/nginx.conf, deploy/Caddyfile, deploy/site.json, and with it what was filled in there: answer with 404.',
        "- X-Frame-Options, Cross-Origin-Opener-Policy on /backend/login have a second value of the backend, and two count as none: drop the backend's in the reverse proxy.",
        '- Clear-Site-Data, Set-Cookie come through on /backend/login and would change the whole origin: drop them in the reverse proxy. Clear-Site-Data erases the receipts on every phone.',
      ]);
    } finally {
      await host.close();
      upstream.closeAllConnections();
      upstream.close();
    }
  },
);

it('the deployment check names missing files, and a page without a Content Security Policy', async () => {
  const folder = temporaryFolder('half');
  cpSync(dist, folder, { recursive: true });
  const [gone, ...others] = readdirSync(path.join(folder, 'assets')).filter(
    (name) => name.endsWith('.js') && !name.startsWith('sandbox-'),
  );
  rmSync(path.join(folder, 'assets', gone!));
  writeFileSync(path.join(folder, 'assets', others[0]!), 'cut off');
  const index = path.join(folder, 'index.html');
  writeFileSync(index, readFileSync(index, 'utf8').replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/g, ''));
  const host = await startStaticHost(folder);
  try {
    host.serve(folder, 'notFound');
    const { output } = await check(host.origin);
    expect(output).toMatch(
      /3 of \d+ files are not those that the worker was built with: .*Nobody can install this version\./,
    );
    expect(output).toContain(gone);
    expect(output).toContain('The page has no policy of its own');
  } finally {
    await host.close();
  }
});

it('the deployment check prints how it is used', async () => {
  expect(await check()).toMatchObject({
    code: 2,
    output: expect.stringContaining('npm run check-deploy -- https://') as string,
  });
});

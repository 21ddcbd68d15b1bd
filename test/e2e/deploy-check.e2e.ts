/** `npm run check-deploy` against deployments that are well, careless, or half there. */
import { execFile } from 'node:child_process';
import { cpSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startAppServer, type RunningServer } from '../support/app-server.ts';
import { temporaryFolder } from '../support/browser.ts';
import { startStaticHost } from '../support/static-host.ts';

const root = path.resolve(import.meta.dirname, '../..');
const dist = path.join(root, 'dist');

let server: RunningServer;
beforeAll(async () => {
  server = await startAppServer();
});
afterAll(() => server.close());

function check(...args: readonly string[]): Promise<{ code: number; said: string }> {
  return new Promise((resolve) => {
    execFile('npm', ['run', '--silent', 'check-deploy', '--', ...args], { cwd: root }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, said: stdout + stderr });
    });
  });
}

it('has nothing to say of a deployment that is well', async () => {
  expect(await check(server.origin)).toMatchObject({
    code: 0,
    said: expect.stringContaining('All is well.') as string,
  });
});

it('names what a careless host does', async () => {
  const host = await startStaticHost(dist);
  try {
    const { code, said } = await check(host.origin);
    expect(code).toBe(1);
    expect(said).toContain(
      '/assets/not-there-00000000.js (a file that is missing) answers 200 text/html: it has to be 404',
    );
    expect(said).toContain('/ (the page) lacks Content-Security-Policy');
    expect(said).not.toContain('Nobody can install this version');
  } finally {
    await host.close();
  }
});

it('finds a deployment that is half there, and a page without a policy', async () => {
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
    const { said } = await check(host.origin);
    expect(said).toMatch(
      /3 of \d+ files are not those that the worker was built with: .*Nobody can install this version\./,
    );
    expect(said).toContain(gone);
    expect(said).toContain('The page has no policy of its own');
  } finally {
    await host.close();
  }
});

it('says how it is used', async () => {
  expect(await check()).toMatchObject({
    code: 2,
    said: expect.stringContaining('npm run check-deploy -- https://') as string,
  });
});

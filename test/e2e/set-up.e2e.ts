/**
 * A second phone in the built app: it films the set-up code of the first one, confirms the backend, and connects with a
 * typed key.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectStrings } from '../../src/ui/strings/connect.ts';
import { settingsStrings } from '../../src/ui/strings/settings.ts';
import { transferStrings } from '../../src/ui/strings/transfer.ts';
import { startAppServer, type RunningServer, type SandboxControl } from '../support/app-server.ts';
import { launchBrowser, type TestBrowser } from '../support/browser.ts';
import { temporaryFolder } from '../support/process-end.ts';
import { OWNER_KEY, connectAccount, devicesRead, freshSandbox, goTo, toDevices } from '../support/journey.ts';
import { film, photograph, photographOf } from '../support/printed-codes.ts';
import { storedAccounts } from '../support/stored-rows.ts';

const seen = path.join(temporaryFolder('camera'), 'film.y4m');
const { setUp: words } = connectStrings;

let server: RunningServer;
let sandbox: SandboxControl;
let browsers: TestBrowser[];
let first: Page;
let second: Page;
const complaints: string[] = [];

beforeAll(async () => {
  writeFileSync(seen, film([photograph({ kind: 'qrcode', text: 'Ab3dEf', modulePx: 8 })], 2));
  server = await startAppServer();
  sandbox = freshSandbox(server);
  browsers = [
    await launchBrowser(),
    await launchBrowser({
      whole: true,
      flags: ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${seen}`],
    }),
  ];
  [first, second] = (await Promise.all(browsers.map((browser) => browser.newPage()))) as [Page, Page];
  const session = await browsers[1]!.pageSession(second);
  await session.send('Browser.setPermission', {
    permission: { name: 'camera' },
    setting: 'granted',
    origin: server.origin,
  });
  for (const page of [first, second])
    page.on('console', (message) => {
      if (/content security policy|trusted|permissions.policy/i.test(message.text())) complaints.push(message.text());
    });
  await connectAccount(first, { origin: server.origin, sandbox, name: 'North Wing' });
  await devicesRead(first);
});
afterAll(async () => {
  await Promise.all((browsers ?? []).map((browser) => browser.close()));
  await server?.close();
});

/** Films the code on the screen of the first phone for the camera of the second one. */
async function filmCode(): Promise<void> {
  const canvas = first.getByRole('img', { name: transferStrings.give.onePicture, exact: true });
  const { side, ink } = await canvas.evaluate((element: HTMLCanvasElement) => {
    const { data } = element.getContext('2d')!.getImageData(0, 0, element.width, element.height);
    return { side: element.width, ink: Array.from({ length: data.length / 4 }, (_, at) => data[at * 4]! < 128) };
  });
  const drawn = { width: side, height: side, ink: (x: number, y: number) => ink[y * side + x] === true };
  const modulePx = Math.floor(640 / (side + 4));
  writeFileSync(seen, film([photographOf(drawn, { modulePx, turnDegrees: 4 }, 960, 720)], 2));
}

describe('a second phone', () => {
  it('reports a code that is not a set-up code', async () => {
    await second.goto(`${server.origin}/connect`);
    await second.getByRole('button', { name: connectStrings.scan, exact: true }).click();
    await second.getByText(words.problems.foreign).waitFor();
    await second.keyboard.press('Escape');
    await second.locator('fk-scan-label video').waitFor({ state: 'detached' });
  });

  it("reads the first phone's code, and asks for confirmation with the host in large type", async () => {
    await goTo(first, '/more');
    await first.getByRole('button', { name: settingsStrings.account.setUpOther, exact: true }).click();
    await filmCode();
    await second.getByRole('button', { name: connectStrings.scan, exact: true }).click();
    await second.getByRole('heading', { name: words.heading, exact: true }).waitFor();
    expect(await second.locator('fk-connect-page .host').allTextContents()).toEqual([new URL(sandbox.baseUrl).host]);
    await second.getByText(words.unknown).waitFor();
    expect(await storedAccounts(second)).toEqual([]);
  });

  it('connects to the same backend after only the key was typed', async () => {
    await second.getByRole('button', { name: words.fill, exact: true }).click();
    await second.getByLabel(/^API key/).fill(OWNER_KEY);
    await second.getByRole('button', { name: connectStrings.connect, exact: true }).click();
    await toDevices(second);
    await devicesRead(second);
    const [[sent], [taken]] = [await storedAccounts(first), await storedAccounts(second)];
    const { name, baseUrl, legacyBaseUrl, vendor } = sent!;
    expect(taken).toMatchObject({ name, baseUrl, legacyBaseUrl, vendor });
  });

  it('asks for the same confirmation for a link, whose data no server sees', async () => {
    const link = `#${new URLSearchParams({ 'set-up': '1', baseUrl: 'https://evil.example', legacyBaseUrl: 'https://evil.example', vendor: 'acme' }).toString()}`;
    const requests: string[] = [];
    first.on('request', (request) => requests.push(request.url()));
    await first.goto(`${server.origin}/connect${link}`);
    await first.getByText('evil.example', { exact: true }).waitFor();
    await first.getByRole('button', { name: words.leave, exact: true }).click();
    await first.getByLabel(connectStrings.ownAddresses).check();
    expect(await first.getByLabel(/^Address for telemetry/).inputValue()).toBe('');
    expect(new URL(first.url()).hash).toBe('');
    expect(requests.filter((url) => url.includes('evil.example'))).toEqual([]);
  });

  it('violates no Content Security Policy of the page', () => {
    expect(complaints).toEqual([]);
  });
});

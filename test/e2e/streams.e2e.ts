/** The secrets of a stream in the built app with the sandbox. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { failureWords } from '../../src/ui/strings/failures.ts';
import { streamStrings as text } from '../../src/ui/strings/streams.ts';
import { type SandboxControl } from '../support/app-server.ts';
import { connectAccount, devicesRead, freshSandbox } from '../support/journey.ts';
import { shareBrowser, shareServer, type SharedBrowser } from '../support/shared-browser.ts';
import {
  CLOUD,
  CLOUD_SECRETS,
  everythingStored,
  fillStream,
  openStreams,
  press,
  streamField,
  streamsSay,
  watchRequests,
  type SentRequest,
} from '../support/stream-journey.ts';

let browser: SharedBrowser;
let sandbox: SandboxControl;
let page: Page;
let sent: SentRequest[];
const consoleLines: string[] = [];

const says = (words: string) => expect.poll(() => streamsSay(page)).toContain(words);

beforeAll(async () => {
  const server = await shareServer();
  browser = await shareBrowser();
  sandbox = freshSandbox(server);
  page = await browser.newPage();
  sent = watchRequests(page);
  page.on('console', (message) => consoleLines.push(message.text()));
  page.on('pageerror', (error) => consoleLines.push(`error ${error.message}`));
  await connectAccount(page, { origin: server.origin, sandbox });
  await devicesRead(page);
});
afterAll(() => browser.giveBack());
beforeEach(async () => {
  await sandbox.reset();
  sent.length = 0;
});

describe('the secrets of a stream', () => {
  it('leave the form with the request, whatever the answer, and are found nowhere afterwards', async () => {
    await sandbox.setFaults({ name: 'status', status: 422, times: 1, match: { method: 'PUT' } });
    await openStreams(page);
    await press(page, text.steps.create);
    await fillStream(page, { ...CLOUD, ...CLOUD_SECRETS });
    expect(await everythingStored(page)).toContain(CLOUD_SECRETS.secretKey);
    await press(page, text.createAction);
    await says(failureWords.invalid.says);
    // The other fields still have their typed values.
    expect(await streamField(page, 'streamName').inputValue()).toBe(CLOUD.streamName);
    for (const name of Object.keys(CLOUD_SECRETS)) expect(await streamField(page, name).inputValue()).toBe('');
    await says(text.secretsGone);
    await fillStream(page, CLOUD_SECRETS);
    await press(page, text.createAction);
    await says(text.standingText.paused);
    expect(await streamsSay(page)).toContain(text.secretShown);

    await press(page, text.steps.change);
    await fillStream(page, { region: 'eu-west-2' });
    await press(page, text.cancel);
    const stored = [await everythingStored(page), consoleLines.join('\n'), JSON.stringify(await sandbox.log())].join(
      '\n',
    );
    for (const secret of Object.values(CLOUD_SECRETS)) {
      expect(stored).not.toContain(secret);
      expect(sent.filter(({ body }) => body.includes(secret)).map(({ method }) => method)).toEqual(['PUT', 'PUT']);
      expect(sent.filter(({ url }) => url.includes(encodeURIComponent(secret)))).toEqual([]);
    }
  });
});

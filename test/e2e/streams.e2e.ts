/**
 * Streams in the built app with the sandbox: every step of both data types and destinations, with secrets and refusals.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { failureWords } from '../../src/ui/strings/failures.ts';
import { streamStrings as text } from '../../src/ui/strings/streams.ts';
import { type SandboxControl } from '../support/app-server.ts';
import { connectAccount, devicesRead, freshSandbox } from '../support/journey.ts';
import { shareBrowser, shareServer, type SharedBrowser } from '../support/shared-browser.ts';
import { toastAfter } from '../support/toasts.ts';
import { sampled } from '../support/sampled.ts';
import {
  CLOUD,
  CLOUD_SECRETS,
  HUB,
  HUB_SECRETS,
  chooseKind,
  everythingStored,
  fillStream,
  openStreams,
  press,
  streamAt,
  streamField,
  streamsSay,
  streamWrites,
  watchRequests,
  type SentRequest,
} from '../support/stream-journey.ts';

let browser: SharedBrowser;
let sandbox: SandboxControl;
let page: Page;
let sent: SentRequest[];
const consoleLines: string[] = [];

const says = (words: string) => expect.poll(() => streamsSay(page)).toContain(words);
/** Presses the button and waits until the toast shows these words. */
const pressSaying = (name: string, words: string) => toastAfter(page, words, () => press(page, name));

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

describe('a new stream', () => {
  const NEW_STREAMS = [
    ['telemetry', 'cloudStream', CLOUD, CLOUD_SECRETS],
    ['position', 'eventHub', HUB, HUB_SECRETS],
    ['telemetry', 'eventHub', HUB, HUB_SECRETS],
  ] as const;

  it.each(sampled('new streams', NEW_STREAMS, 1))(
    'of %s to %s is created paused, then resumed, paused and deleted by a person',
    async (type, kind, shown, secrets) => {
      await openStreams(page, type);
      await says(text.about[type]);
      await press(page, text.create);
      await chooseKind(page, kind);
      await fillStream(page, { ...shown, ...secrets });
      await pressSaying(text.createAction, text.done.create);
      await says(text.standingText.paused);
      expect(await streamAt(sandbox, type)).toEqual({ enabled: false, type, [kind]: shown });
      expect(await streamsSay(page)).toContain(
        kind === 'cloudStream' ? text.partitionForced('site-7') : text.partitionHub,
      );

      await press(page, text.resume);
      await says(text.standingText.on);
      expect(await streamAt(sandbox, type)).toMatchObject({ enabled: true });
      await press(page, text.pause);
      await says(text.standingText.paused);
      expect(await streamAt(sandbox, type)).toMatchObject({ enabled: false, [kind]: shown });

      const name = kind === 'cloudStream' ? CLOUD.streamName : HUB.eventHubName;
      await toastAfter(page, text.done.delete, () => deleteStream(name));
      await says(text.about[type]);
      expect(await streamAt(sandbox, type)).toBeNull();
      expect(streamWrites(sent)).toEqual([
        `PUT ${JSON.stringify({ enabled: false, [kind]: { ...shown, ...secrets } })}`,
        'PATCH {"enabled":true}',
        'PATCH {"enabled":false}',
        'DELETE',
      ]);
      // No request concerns the other data type.
      expect(sent.filter(({ method, url }) => method !== 'GET' && !url.endsWith(`/v3/streams/${type}`))).toEqual([]);
    },
  );

  async function deleteStream(name: string): Promise<void> {
    await press(page, text.remove);
    const confirm = page.locator('fk-confirm-typed');
    const go = confirm.getByRole('button', { name: text.deleteAction, exact: true });
    expect(await go.isDisabled()).toBe(true);
    await confirm.getByRole('textbox').fill(name.slice(-4));
    await go.click();
  }
});

describe('the secrets of a stream', () => {
  it('leave the form with the request, whatever the answer, and are found nowhere afterwards', async () => {
    await sandbox.setFaults({ name: 'status', status: 422, times: 1, match: { method: 'PUT' } });
    await openStreams(page);
    await press(page, text.create);
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

    await press(page, text.change);
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

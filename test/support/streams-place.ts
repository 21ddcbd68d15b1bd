/** A connected account whose stream requests and console are recorded, and the texts of its page. */
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { Page } from 'playwright-core';
import { streamStrings as text } from '../../src/ui/strings/streams.ts';
import { type SandboxControl } from './app-server.ts';
import { connectAccount, devicesRead, freshSandbox } from './journey.ts';
import { shareBrowser, shareServer, type SharedBrowser, type SharedServer } from './shared-browser.ts';
import { toastAfter } from './toasts.ts';
import {
  CLOUD,
  CLOUD_SECRETS,
  HUB,
  HUB_SECRETS,
  chooseKind,
  fillStream,
  openStreams,
  press,
  streamsSay,
  watchRequests,
  type SentRequest,
} from './stream-journey.ts';

export let server: SharedServer;
export let browser: SharedBrowser;
export let sandbox: SandboxControl;
export let page: Page;
export let sent: SentRequest[];
export const consoleLines: string[] = [];

export async function newPage(): Promise<Page> {
  const opened = await browser.newPage();
  sent = watchRequests(opened);
  opened.on('console', (message) => consoleLines.push(message.text()));
  opened.on('pageerror', (error) => consoleLines.push(`error ${error.message}`));
  return opened;
}

export const says = (words: string) => expect.poll(() => streamsSay(page)).toContain(words);
/** Presses the button and waits until the toast shows these words. */
export const pressSaying = (name: string, words: string) => toastAfter(page, words, () => press(page, name));
export const isOn = { enabled: true, cloudStream: { ...CLOUD, ...CLOUD_SECRETS } };
export const WITHOUT_REST = { ...CLOUD, forcedPartitionKey: undefined };

export async function fillNew(
  kind: 'cloudStream' | 'eventHub',
  changes: Readonly<Record<string, string>>,
): Promise<void> {
  await openStreams(page);
  await press(page, text.create);
  await chooseKind(page, kind);
  await fillStream(page, {
    ...(kind === 'cloudStream' ? { ...CLOUD, ...CLOUD_SECRETS } : { ...HUB, ...HUB_SECRETS }),
    ...changes,
  });
}

/** Registers the setup and teardown that every file of these tests needs. */
export function inStreamsPlace(): void {
  beforeAll(async () => {
    server = await shareServer();
    browser = await shareBrowser();
    sandbox = freshSandbox(server);
    page = await newPage();
    await connectAccount(page, { origin: server.origin, sandbox });
    await devicesRead(page);
  });
  afterAll(async () => {
    await browser.giveBack();
  });
  beforeEach(async () => {
    await sandbox.reset();
    sent.length = 0;
  });
}

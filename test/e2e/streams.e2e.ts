/**
 * Streams in the built app with the sandbox: every step of both data types and destinations, with secrets and refusals.
 */
import { describe, expect, it } from 'vitest';
import { EDITOR_KEY } from '../../src/sandbox/backend/gate.ts';
import { failureWords } from '../../src/ui/strings/failures.ts';
import { streamStrings as text } from '../../src/ui/strings/streams.ts';
import { connectAccount } from '../support/journey.ts';
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
  putStream,
  streamAt,
  streamField,
  streamsSay,
  streamWrites,
} from '../support/stream-journey.ts';
import {
  server,
  sandbox,
  page,
  sent,
  consoleLines,
  says,
  pressSaying,
  isOn,
  WITHOUT_REST,
  inStreamsPlace,
} from '../support/streams-place.ts';

inStreamsPlace();

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
      await says(text.none(type));
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
      await says(text.none(type));
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

  it('that somebody else has created meanwhile is shown, and not replaced', async () => {
    await openStreams(page);
    await says(text.none('telemetry'));
    await press(page, text.create);
    await fillStream(page, { ...CLOUD, ...CLOUD_SECRETS });
    await putStream(sandbox, 'telemetry', { enabled: true, eventHub: { ...HUB, ...HUB_SECRETS } });
    await press(page, text.createAction);
    await says(text.exists);
    expect(await streamsSay(page)).toContain(HUB.eventHubName);
    expect(streamWrites(sent)).toEqual([]);
  });

  async function deleteStream(name: string): Promise<void> {
    await press(page, text.remove);
    const confirm = page.locator('fk-confirm-typed');
    const go = confirm.getByRole('button', { name: text.deleteAction, exact: true });
    expect(await go.isDisabled()).toBe(true);
    await confirm.getByRole('textbox').fill(name.slice(-4));
    await go.click();
  }
});

describe('a change of a stream', () => {
  it('sends the changed fields and nothing else, and secrets only when they were typed', async () => {
    await sandbox.setOptions({ streamPatch: 'merges' });
    await putStream(sandbox, 'telemetry', isOn);
    await openStreams(page);
    await says(text.standingText.on);
    await press(page, text.change);
    expect(await streamsSay(page)).toContain(text.help.secretStored);
    await fillStream(page, { region: 'eu-west-2', forcedPartitionKey: '' });
    await pressSaying(text.changeAction, text.done.change);
    await says('eu-west-2');
    expect(streamWrites(sent)).toEqual(['PATCH {"cloudStream":{"region":"eu-west-2","forcedPartitionKey":""}}']);

    await press(page, text.change);
    await fillStream(page, { secretKey: 'a-new-secret-key' });
    await press(page, text.changeAction);
    await expect.poll(() => streamWrites(sent)).toHaveLength(2);
    expect(streamWrites(sent)[1]).toBe('PATCH {"cloudStream":{"secretKey":"a-new-secret-key"}}');
    await page.locator('fk-stream-form').waitFor({ state: 'detached' });

    await press(page, text.change);
    await press(page, text.changeAction);
    await says(text.nothingChanged);
    expect(streamWrites(sent)).toHaveLength(2);
  });

  it('after which the backend has dropped other fields is repaired by sending all of them, with secrets typed again', async () => {
    await putStream(sandbox, 'telemetry', isOn);
    await openStreams(page);
    await says(text.standingText.on);
    await press(page, text.change);
    await fillStream(page, { region: 'eu-west-2' });
    await press(page, text.changeAction);
    await says(text.dropped(['endpoint', 'stream name', 'fixed partition key']));
    expect(await streamsSay(page)).toContain(text.standing.on);
    expect(await streamAt(sandbox, 'telemetry')).toEqual({
      enabled: true,
      type: 'telemetry',
      cloudStream: { region: 'eu-west-2' },
    });

    await press(page, text.typeAgain);
    await press(page, text.replaceAction);
    await says(text.oddity([text.fields.accessKey, text.fieldsWithin.secretKey], text.oddities.leftEmpty));
    await fillStream(page, CLOUD_SECRETS);
    await pressSaying(text.replaceAction, text.done.change);
    await says(text.standingText.on);
    expect(streamWrites(sent)).toEqual([
      'PATCH {"cloudStream":{"region":"eu-west-2"}}',
      `PUT ${JSON.stringify({ enabled: true, cloudStream: { ...CLOUD, region: 'eu-west-2', ...CLOUD_SECRETS } })}`,
    ]);
    expect(await streamAt(sandbox, 'telemetry')).toEqual({
      enabled: true,
      type: 'telemetry',
      cloudStream: { ...CLOUD, region: 'eu-west-2' },
    });
  });

  it('to another kind of destination is a complete new configuration, with its secrets', async () => {
    await putStream(sandbox, 'position', isOn);
    await openStreams(page, 'position');
    await says(text.standingText.on);
    await press(page, text.change);
    await chooseKind(page, 'eventHub');
    await says(text.otherKindSecrets);
    await fillStream(page, { ...HUB, ...HUB_SECRETS });
    await pressSaying(text.replaceAction, text.done.change);
    await says(HUB.eventHubName);
    expect(streamWrites(sent)).toEqual([
      `PUT ${JSON.stringify({ enabled: true, eventHub: { ...HUB, ...HUB_SECRETS } })}`,
    ]);
    expect(await streamAt(sandbox, 'position')).toEqual({ enabled: true, type: 'position', eventHub: HUB });
  });

  it('is not sent when somebody else has changed or deleted the stream meanwhile', async () => {
    await putStream(sandbox, 'telemetry', isOn);
    await openStreams(page);
    await says(text.standingText.on);
    await press(page, text.change);
    await fillStream(page, { region: 'eu-west-3' });
    await putStream(sandbox, 'telemetry', {
      enabled: true,
      cloudStream: { ...WITHOUT_REST, ...CLOUD_SECRETS, streamName: 'theirs' },
    });
    await press(page, text.changeAction);
    await says(text.changedMeanwhile);
    expect(await streamsSay(page)).toContain('theirs');

    await press(page, text.change);
    await fillStream(page, { region: 'eu-west-3' });
    await fetch(`${sandbox.baseUrl}/v3/streams/telemetry`, {
      method: 'DELETE',
      headers: { 'Api-Key': 'sandbox-owner-key' },
    });
    await press(page, text.changeAction);
    await says(text.gone);
    expect(streamWrites(sent)).toEqual([]);
  });
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

describe('on the page of streams, a missing answer or a refusal of the backend', () => {
  const PAUSING_REFUSED = [
    [{ name: 'status', status: 403 }, 'forbidden'],
    [{ name: 'status', status: 401 }, 'key'],
    [{ name: 'status', status: 409 }, 'conflict'],
    [{ name: 'status', status: 422 }, 'invalid'],
    [{ name: 'status', status: 429 }, 'rateLimit'],
  ] as const;

  it.each(sampled('pausing refused', PAUSING_REFUSED, 2))(
    'when pausing with %j is reported in words, and the stream is unchanged',
    async (fault, kind) => {
      await putStream(sandbox, 'telemetry', isOn);
      await openStreams(page);
      await says(text.standingText.on);
      await sandbox.setFaults({ ...fault, match: { method: 'PATCH' } });
      await press(page, text.pause);
      await says(failureWords[kind].says);
      expect(await streamsSay(page)).toContain(text.standingText.on);
      expect(await streamAt(sandbox, 'telemetry')).toMatchObject({ enabled: true });
    },
  );

  it.each(sampled('pausing unanswered', ['lost', 'offline', 'captivePortal', 'status'] as const, 2))(
    'when pausing, "%s", leaves the result open until the stream is read',
    async (name) => {
      await putStream(sandbox, 'telemetry', isOn);
      await openStreams(page);
      await says(text.standingText.on);
      // For every request: the browser may repeat a dropped one later than the sandbox treats it as the same.
      await sandbox.setFaults({ name, match: { method: 'PATCH' } });
      await press(page, text.pause);
      await says(text.unanswered);
      expect(await streamsSay(page)).toContain(name === 'lost' ? text.standingText.paused : text.standingText.on);
    },
  );

  const READING_FAILED = [
    [{ name: 'status', status: 503 }, 'server'],
    [{ name: 'captivePortal' }, 'portal'],
    [{ name: 'notJson' }, 'unreadable'],
    [{ name: 'truncated' }, 'unreadable'],
    [{ name: 'offline' }, 'offline'],
  ] as const;

  it.each(sampled('reading failed', READING_FAILED, 2))(
    'when reading with %j is reported in words, with a button to read again',
    async (fault, kind) => {
      await putStream(sandbox, 'telemetry', isOn);
      await openStreams(page);
      await says(text.standingText.on);
      await sandbox.setFaults({ ...fault, match: { method: 'GET', path: '/v3/streams/' } });
      await press(page, text.readAgain);
      await says(failureWords[kind].says);
      // The last known values are still shown, marked as old.
      await says(text.staleText);
      await sandbox.setFaults();
      const again = page.locator('fk-streams-page').getByRole('button', { name: 'Try again', exact: true });
      // More than once: the browser repeats a dropped request, and the sandbox drops the repeat too.
      await expect
        .poll(async () => {
          await again.evaluateAll((buttons) => buttons.forEach((button) => (button as HTMLButtonElement).click()));
          return streamsSay(page);
        })
        .not.toContain(text.staleText);
      expect(await streamsSay(page)).toContain(text.standingText.on);
    },
  );
});

describe('the page of streams without a network', () => {
  it('shows the last known values, changes nothing, and continues when the network is back', async () => {
    await putStream(sandbox, 'telemetry', isOn);
    await openStreams(page);
    await says(text.standingText.on);
    await page.context().setOffline(true);
    try {
      await says(text.offlineStale);
      for (const name of [text.pause, text.change, text.remove])
        await expect.poll(() => page.getByRole('button', { name, exact: true }).isDisabled()).toBe(true);
    } finally {
      await page.context().setOffline(false);
    }
    await expect.poll(() => streamsSay(page)).not.toContain(text.offlineStale);
    await press(page, text.pause);
    await says(text.standingText.paused);
  });
});

describe('a person with the access EDITOR', () => {
  it('reads the stream and is told what the key may not do', async () => {
    await putStream(sandbox, 'telemetry', isOn);
    const connected = connectAccount(page, { origin: server.origin, sandbox, key: EDITOR_KEY, name: 'Editor' });
    // The same addresses with another key: the page asks whose it is.
    await page.getByRole('button', { name: 'Another account', exact: true }).click();
    await connected;
    await openStreams(page);
    await says(text.standingText.on);
    await press(page, text.pause);
    await says(failureWords.forbidden.says);
    expect(await streamAt(sandbox, 'telemetry')).toMatchObject({ enabled: true });
    expect(streamWrites(sent)).toEqual(['PATCH {"enabled":false}']);
  });
});

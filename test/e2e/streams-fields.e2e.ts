/** The fields of a stream in the built app: impossible values are refused, unusual values need confirmation. */
import { describe, expect, it } from 'vitest';
import { streamStrings as text } from '../../src/ui/strings/streams.ts';
import { readable } from '../support/journey.ts';
import { sampled } from '../support/sampled.ts';
import {
  CLOUD,
  fillStream,
  openStreams,
  press,
  streamAt,
  streamField,
  streamsSay,
  streamWrites,
} from '../support/stream-journey.ts';
import { sandbox, page, sent, says, pressSaying, fillNew, inStreamsPlace } from '../support/streams-place.ts';

inStreamsPlace();

describe('a field of a stream with an impossible value', () => {
  const WRONG_FIELDS = [
    ['cloudStream', 'endpoint', 'https://user@streams.example.com/', 'hasUser'],
    ['cloudStream', 'streamName', '', 'empty'],
    ['cloudStream', 'forcedPartitionKey', 'SharedAccessSignature sr=a', 'holdsSecret'],
    ['eventHub', 'endpoint', 'sb://fleet-ns.servicebus.windows.net/?sig=abc', 'holdsSecret'],
  ] as const;

  it.each(sampled('wrong fields', WRONG_FIELDS, 2))(
    'is named with its reason, and nothing is sent: %s.%s = %j',
    async (kind, field, value, reason) => {
      await fillNew(kind, { [field]: value });
      await press(page, text.createAction);
      await says(text.fixFirst(1));
      expect(await readable(page.locator(`fk-stream-form fk-field[name="${field}"]`))).toContain(text.faults[reason]);
      // The focus is in the field to be corrected.
      expect(
        await streamField(page, field).evaluate((input) => (input.getRootNode() as ShadowRoot).activeElement === input),
      ).toBe(true);
      expect(streamWrites(sent)).toEqual([]);
    },
  );
});

describe('a field of a stream with an unusual value', () => {
  const ODD_FIELDS = [
    ['cloudStream', 'endpoint', 'two words', 'notAnAddress'],
    ['cloudStream', 'endpoint', 'http://streams.example.com/', 'notHttps'],
    ['cloudStream', 'endpoint', 'https://streams.example.com/?region=1', 'hasQuery'],
    ['cloudStream', 'region', 'EU West', 'badRegion'],
    ['cloudStream', 'region', '', 'leftEmpty'],
    ['cloudStream', 'streamName', 'beacons live', 'badName'],
    ['cloudStream', 'accessKey', 'AKIA EXAMPLE', 'spaces'],
    ['eventHub', 'endpoint', 'https://fleet-ns.servicebus.windows.net/', 'notSb'],
    ['eventHub', 'endpoint', 'sb://fleet-ns.servicebus.windows.net', 'noEndSlash'],
    ['eventHub', 'endpoint', 'sb://fleet-ns.example.com/', 'wrongHost'],
    ['eventHub', 'eventHubName', '-beacons', 'badName'],
    ['eventHub', 'sharedAccessKeyName', '', 'leftEmpty'],
    ['eventHub', 'sharedAccessKey', 'a\u00a0b', 'spaces'],
  ] as const;

  it.each(sampled('odd fields', ODD_FIELDS, 4))(
    'is named, and sent after a second press, so that the backend decides: %s.%s = %j',
    async (kind, field, value, reason) => {
      await fillNew(kind, { [field]: value });
      await press(page, text.createAction);
      await says(text.oddity([text.fields[field]], text.oddities[reason]));
      expect(streamWrites(sent)).toEqual([]);
      const answered = page.waitForResponse((response) => response.request().method() === 'PUT');
      await press(page, text.sendAsItIs);
      await answered;
      expect(streamWrites(sent)).toHaveLength(1);
    },
  );

  it('needs no confirmation for an endpoint without a scheme, as the cloud shows it', async () => {
    await fillNew('cloudStream', { endpoint: 'kinesis.eu-west-1.amazonaws.com' });
    await pressSaying(text.createAction, text.done.create);
    expect(await streamAt(sandbox, 'telemetry')).toMatchObject({
      cloudStream: { endpoint: 'kinesis.eu-west-1.amazonaws.com' },
    });
  });

  it('needs a confirmation for an endpoint of another region, which may be intended', async () => {
    await openStreams(page);
    await press(page, text.create);
    await fillStream(page, { ...CLOUD, region: 'us-east-1' });
    await says(text.otherRegion('eu-west-1'));
    expect(await streamsSay(page)).toContain('Publish metric data');
  });
});

/** Streams as the backend shows them, the request bodies made from drafts, and the table of interface.md 3. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkDraft,
  compareAfterPatch,
  draftOf,
  findOddities,
  otherRegionInEndpoint,
  patchBody,
  putBody,
  type DraftFaultReason,
  type DraftOddityReason,
  type StreamDraft,
} from './draft.ts';
import { mayTake } from './steps.ts';
import {
  DESTINATION_FIELDS,
  mainDestination,
  readStreams,
  streamNameOf,
  unshownFields,
  type StreamConfig,
} from './stream.ts';

const CLOUD = {
  endpoint: 'https://streams.eu-west-1.example.com',
  streamName: 'beacons-live',
  region: 'eu-west-1',
} as const;
const HUB = {
  endpoint: 'sb://fleet-ns.servicebus.windows.net/',
  eventHubName: 'beacons',
  sharedAccessKeyName: 'sender',
} as const;
const cloud = (fields: StreamDraft['fields'] = {}): StreamDraft => ({
  kind: 'cloudStream',
  fields: { ...CLOUD, ...fields },
});
const hub = (fields: StreamDraft['fields'] = {}): StreamDraft => ({ kind: 'eventHub', fields: { ...HUB, ...fields } });
const CLOUD_SECRETS = { accessKey: 'AK123', secretKey: 'SK/456+=' };
const before = { kind: 'cloudStream', fields: CLOUD } as const;

describe('reading GET /v3/streams', () => {
  it('reads both kinds of destinations with every field of the interface', () => {
    expect(
      readStreams(
        [{ enabled: true, type: 'position', cloudStream: { ...CLOUD, forcedPartitionKey: 'all' } }],
        'position',
      ),
    ).toEqual({
      config: {
        type: 'position',
        enabled: true,
        destinations: [{ kind: 'cloudStream', fields: { ...CLOUD, forcedPartitionKey: 'all' } }],
      },
      listed: 1,
      odd: [],
    });
    expect(readStreams([{ enabled: false, type: 'telemetry', eventHub: HUB }], 'telemetry')?.config).toEqual({
      type: 'telemetry',
      enabled: false,
      destinations: [{ kind: 'eventHub', fields: HUB }],
    });
  });

  it('gives no stream when none of the requested type is listed', () => {
    expect(readStreams([], 'position')).toEqual({ config: null, listed: 0, odd: [] });
    expect(readStreams([{ type: 'telemetry', enabled: true }], 'position')?.config).toBeNull();
    expect(readStreams([{ type: '', enabled: true }], 'position')?.config?.type).toBe('position');
  });

  it('accepts a stream that lacks its type, its state or fields of its destination', () => {
    expect(
      readStreams([{ cloudStream: null, eventHub: { endpoint: HUB.endpoint, eventHubName: null } }], 'telemetry')
        ?.config,
    ).toEqual({
      type: 'telemetry',
      enabled: null,
      destinations: [{ kind: 'eventHub', fields: { endpoint: HUB.endpoint } }],
    });
    expect(unshownFields({ kind: 'eventHub', fields: { endpoint: HUB.endpoint } })).toEqual([
      'eventHubName',
      'sharedAccessKeyName',
    ]);
    expect(unshownFields(before)).toEqual([]);
  });

  it('counts several streams, and names unknown fields', () => {
    const reading = readStreams(
      [
        { type: 'telemetry', enabled: true, owner: 'x', cloudStream: { ...CLOUD, shards: 3 } },
        { type: 'telemetry' },
        7,
      ],
      'telemetry',
    )!;
    expect(reading.listed).toBe(2);
    expect(reading.odd).toEqual(['owner', 'cloudStream.shards', '[]']);
  });

  it('gives the first of two destinations with its name, and an empty name when the backend has lost the name', () => {
    const both = readStreams([{ cloudStream: CLOUD, eventHub: HUB }], 'telemetry')!.config!;
    expect(both.destinations.map(({ kind }) => kind)).toEqual(['cloudStream', 'eventHub']);
    expect([mainDestination(both)?.kind, streamNameOf(both)]).toEqual(['cloudStream', 'beacons-live']);
    expect(streamNameOf(readStreams([{ eventHub: HUB }], 'telemetry')!.config!)).toBe('beacons');
    expect(streamNameOf(readStreams([{ eventHub: {} }], 'telemetry')!.config!)).toBe('');
    const none = readStreams([{}], 'telemetry')!.config!;
    expect([mainDestination(none), streamNameOf(none)]).toEqual([null, '']);
  });

  it('treats an empty text like a missing one', () => {
    const [destination] = readStreams([{ cloudStream: { ...CLOUD, region: '' } }], 'telemetry')!.config!.destinations;
    expect(Object.keys(destination!.fields)).toEqual(['endpoint', 'streamName']);
    expect(unshownFields(destination!)).toEqual(['region']);
  });

  it('never reads a secret, even when a backend shows one', () => {
    const reading = readStreams(
      [
        {
          enabled: true,
          type: 'telemetry',
          cloudStream: { ...CLOUD, ...CLOUD_SECRETS },
          eventHub: { ...HUB, sharedAccessKey: 'SHARED99' },
        },
      ],
      'telemetry',
    );
    expect(JSON.stringify(reading)).not.toMatch(/AK123|SK\/456|SHARED99/);
  });

  it('never throws, whatever the backend answers', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (data) => {
        const reading = readStreams(data, 'telemetry');
        expect(reading === null).toBe(!Array.isArray(data));
        if (reading?.config) streamNameOf(reading.config);
      }),
    );
  });
});

describe('checking the draft of a stream', () => {
  it('finds no fault in valid drafts', () => {
    expect(checkDraft(cloud(), CLOUD_SECRETS, true)).toEqual([]);
    expect(checkDraft(hub(), { sharedAccessKey: 'abc=' }, true)).toEqual([]);
    expect(checkDraft(cloud({ forcedPartitionKey: 'all beacons' }), {}, false)).toEqual([]);
  });

  it('requires the two fields that name the destination, except in a change of single fields', () => {
    expect(
      checkDraft({ kind: 'cloudStream', fields: {} }, {}, true).map(({ field, reason }) => [field, reason]),
    ).toEqual([
      ['endpoint', 'empty'],
      ['streamName', 'empty'],
    ]);
    expect(checkDraft({ kind: 'eventHub', fields: {} }, {}, true).map(({ field }) => field)).toEqual([
      'endpoint',
      'eventHubName',
    ]);
    expect(checkDraft({ kind: 'cloudStream', fields: {} }, {}, false)).toEqual([]);
  });

  it('only warns of empty fields that do not name the destination', () => {
    expect(findOddities(cloud({ region: '' }), { accessKey: 'AK' }, null)).toEqual([
      { field: 'region', reason: 'leftEmpty' },
      { field: 'secretKey', reason: 'leftEmpty' },
    ]);
    expect(findOddities(hub({ sharedAccessKeyName: '' }), { sharedAccessKey: 'S' }, null)).toEqual([
      { field: 'sharedAccessKeyName', reason: 'leftEmpty' },
    ]);
    expect(findOddities(cloud(), CLOUD_SECRETS, null)).toEqual([]);
    expect(findOddities(cloud({ region: '' }), {}, before)).toEqual([{ field: 'region', reason: 'emptied' }]);
  });

  it('does not ask about unchanged values that another program has set', () => {
    const theirs = {
      kind: 'cloudStream',
      fields: { endpoint: 'ftp://odd one', streamName: 'a b', region: 'EU West' },
    } as const;
    expect(
      findOddities({ kind: 'cloudStream', fields: { ...theirs.fields, region: 'eu-west-1' } }, {}, theirs),
    ).toEqual([]);
    expect(checkDraft({ kind: 'cloudStream', fields: { ...theirs.fields, region: 'eu-west-1' } }, {}, false)).toEqual(
      [],
    );
  });

  const reasonsOf = (draft: StreamDraft): (DraftFaultReason | DraftOddityReason)[] => [
    ...checkDraft(draft, {}, true).map(({ reason }) => reason),
    ...findOddities(draft, { ...CLOUD_SECRETS, sharedAccessKey: 'S' }, null).map(({ reason }) => reason),
  ];

  it.each<[string, DraftFaultReason | DraftOddityReason | null]>([
    ['sb://fleet-ns.servicebus.windows.net/', null],
    ['SB://Fleet-ns.servicebus.windows.net/', null],
    ['  sb://fleet-ns.servicebus.windows.net/  ', null],
    ['sb://fleet-ns.servicebus.windows.net', 'noEndSlash'],
    ['https://fleet-ns.servicebus.windows.net/', 'notSb'],
    ['fleet-ns.servicebus.windows.net/', 'notSb'],
    ['sb://fleet-ns.servicebus.example.net/', 'wrongHost'],
    ['sb://.servicebus.windows.net/', 'wrongHost'],
    ['sb://a.b.servicebus.windows.net/', 'wrongHost'],
    ['sb://fleet_ns.servicebus.windows.net/', 'wrongHost'],
    ['sb://fleet-ns.servicebus.windows.net/hub', 'wrongHost'],
    ['sb://a.servicebus.windows.net/', null],
    [`sb://${'a'.repeat(63)}.servicebus.windows.net/`, null],
    [`sb://${'a'.repeat(64)}.servicebus.windows.net/`, 'wrongHost'],
    ['sb://-a.servicebus.windows.net/', 'wrongHost'],
    ['sb://a-.servicebus.windows.net/', 'wrongHost'],
  ])('reports the fault of the endpoint of an event hub, %j: %s', (endpoint, reason) => {
    expect(reasonsOf(hub({ endpoint }))).toEqual(reason === null ? [] : [reason]);
  });

  it.each<[string, DraftFaultReason]>([
    ['Endpoint=sb://fleet-ns.servicebus.windows.net/;SharedAccessKeyName=a;SharedAccessKey=b', 'connectionString'],
    ['sb://fleet-ns.servicebus.windows.net/;SharedAccessKey=b', 'connectionString'],
    ['sb://user:secret@fleet-ns.servicebus.windows.net/', 'hasUser'],
  ])('refuses a secret in an endpoint, so that it is never sent: %j', (endpoint, reason) => {
    expect(checkDraft(hub({ endpoint }), {}, false)).toEqual([{ field: 'endpoint', reason }]);
  });

  it.each<[keyof StreamDraft['fields'], string, DraftFaultReason | DraftOddityReason | null]>([
    ['endpoint', 'https://streams.example.com', null],
    ['endpoint', 'https://streams.example.com:8443/path', null],
    ['endpoint', 'kinesis.eu-west-1.amazonaws.com', null],
    ['endpoint', 'streams.eu-west-1.example.com:443', null],
    ['endpoint', '10.1.2.3', null],
    ['endpoint', 'http://streams.example.com', 'notHttps'],
    ['endpoint', 'two words', 'notAnAddress'],
    ['endpoint', 'https://streams.example.com/?a=1', 'hasQuery'],
    ['streamName', 'beacons.live_2-a', null],
    ['streamName', 'beacons live', 'badName'],
    ['streamName', 'x'.repeat(129), 'badName'],
    ['region', 'us-gov-west-1', null],
    ['region', 'EU-West-1', 'badRegion'],
    ['region', 'eu west 1', 'badRegion'],
    ['forcedPartitionKey', '', null],
    ['forcedPartitionKey', 'x'.repeat(257), 'tooLong'],
    ['forcedPartitionKey', 'a\u0007b', 'controlCharacter'],
    ['endpoint', 'https://user:secret@streams.example.com', 'hasUser'],
  ])('reports the fault of the field %s of a cloud stream, %j: %s', (field, value, reason) => {
    expect(reasonsOf(cloud({ [field]: value }))[0] ?? null).toEqual(reason);
  });

  it('asks about a secret with a copied space, and refuses a secret with an invisible character', () => {
    expect(findOddities(cloud(), { accessKey: 'AK123 ' }, before)).toEqual([{ field: 'accessKey', reason: 'spaces' }]);
    expect(checkDraft(cloud(), { accessKey: 'AK\n123' }, false)).toEqual([
      { field: 'accessKey', reason: 'controlCharacter' },
    ]);
  });

  it('asks when the endpoint names another region', () => {
    expect(otherRegionInEndpoint(cloud())).toBeNull();
    expect(otherRegionInEndpoint(cloud({ region: 'us-east-1' }))).toBe('eu-west-1');
    expect(otherRegionInEndpoint(cloud({ endpoint: 'https://streams.example.com' }))).toBeNull();
    expect(otherRegionInEndpoint(hub())).toBeNull();
  });

  it.each([
    ['https://streams.eu-west-1.example.com', '', null],
    ['https://streams.eu-west-1.example.com', 'EU-West-1', null],
    ['https://streams.EU-WEST-1.example.com', 'us-east-1', 'eu-west-1'],
    ['kinesis-us-gov-west-1.example.com', 'eu-west-1', 'us-gov-west-1'],
    ['https://kinesis.ap-south-1', 'eu-west-1', 'ap-south-1'],
    ['https://streams.eu-west-1x.example.com', 'us-east-1', null],
    ['https://xeu-west-1.example.com', 'us-east-1', null],
    ['https://kinesis.ap-south-1:443', 'eu-west-1', 'ap-south-1'],
    ['', 'eu-west-1', null],
  ])('compares the endpoint %j with the region %j and finds %j', (endpoint, region, other) =>
    expect(otherRegionInEndpoint(cloud({ endpoint, region }))).toBe(other),
  );

  it.each([
    ['endpoint', 'a'.repeat(256), null],
    ['endpoint', 'a'.repeat(257), 'tooLong'],
    ['streamName', 'x'.repeat(128), null],
    ['region', 'a'.repeat(32), null],
    ['region', 'a'.repeat(33), 'badRegion'],
    ['region', 'eu-', 'badRegion'],
    ['region', '-eu', 'badRegion'],
    ['region', 'eu', null],
    ['endpoint', 'HTTPS://streams.example.com', null],
    ['endpoint', 'https://streams.example.com/a/b', null],
    ['endpoint', 'a', null],
    ['endpoint', '_streams.example.com', 'notAnAddress'],
    ['endpoint', 'streams.example.com two', 'notAnAddress'],
    ['endpoint', 'streams-', 'notAnAddress'],
    ['endpoint', 'streams.example.com:12345', null],
    ['endpoint', 'streams.example.com:123456', 'notAnAddress'],
    ['endpoint', '[2001:db8::1]', null],
    ['streamName', 'a', null],
    ['streamName', 'a/b', 'badName'],
    ['endpoint', '[2001:db8::1]:443', null],
    ['endpoint', 'https://streams.example.com#a', 'hasQuery'],
    ['forcedPartitionKey', 'any words: at all', null],
  ] as const)('asks about the field %s with %j: %s', (field, value, reason) =>
    expect(findOddities(cloud({ [field]: value }), CLOUD_SECRETS, null)).toEqual(
      reason === null ? [] : [{ field, reason }],
    ),
  );

  it.each([
    ['beacons', null],
    ['b', null],
    ['beacons/live.v1', null],
    ['-beacons', 'badName'],
    ['beacons-', 'badName'],
    ['two words', 'badName'],
  ])('asks about the name %j of an event hub: %s', (eventHubName, reason) =>
    expect(findOddities(hub({ eventHubName }), { sharedAccessKey: 'S' }, null).map((odd) => odd.reason)).toEqual(
      reason === null ? [] : [reason],
    ),
  );

  it.each([
    ['x'.repeat(1024), []],
    ['x'.repeat(1025), ['tooLong']],
    ["'abc'", ['quoted']],
    ['`abc`', ['quoted']],
    ['<abc>', ['quoted']],
    ['+abc=', []],
    ['""', ['quoted']],
    ['"abc', []],
    ['abc"', []],
    ['', []],
  ])('asks about a changed secret of %j: %j', (secretKey, reasons) =>
    expect(findOddities(cloud(), { secretKey }, before).map((odd) => odd.reason)).toEqual(reasons),
  );

  it('does not take a key of the right destination for a swapped key', () => {
    const key = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';
    expect(findOddities(hub(), { sharedAccessKey: key }, { kind: 'eventHub', fields: HUB })).toEqual([]);
    expect(findOddities(cloud(), { accessKey: 'AKIAIOSFODNN7EXAMPLE', secretKey: key }, before)).toEqual([]);
  });

  it.each(['a\tb', 'a\nb', 'a\rb', 'a\u200bb'])(
    'never sends a shown field with the invisible character in %j',
    (text) =>
      expect(checkDraft(cloud({ streamName: text }), {}, false)).toEqual([
        { field: 'streamName', reason: 'controlCharacter' },
      ]),
  );

  it.each(['user@streams.example.com', 'HTTPS://user@streams.example.com'])('never sends the user in %j', (endpoint) =>
    expect(checkDraft(cloud({ endpoint }), {}, false)).toEqual([{ field: 'endpoint', reason: 'hasUser' }]),
  );

  it('accepts an at sign in the path of an endpoint and in a name', () => {
    for (const rest of ['/a@b', '?a=@', '#a@b'])
      expect(checkDraft(cloud({ endpoint: `https://streams.example.com${rest}` }), {}, false), rest).toEqual([]);
    expect(checkDraft(cloud({ forcedPartitionKey: 'a@b' }), {}, false)).toEqual([]);
  });
});

describe('the body of a request about a stream', () => {
  it('of PUT contains every field in the spelling of the interface, and no empty field', () => {
    expect(putBody(cloud({ forcedPartitionKey: ' all ' }), CLOUD_SECRETS, false)).toEqual({
      enabled: false,
      cloudStream: { ...CLOUD, forcedPartitionKey: 'all', ...CLOUD_SECRETS },
    });
    expect(putBody(cloud(), CLOUD_SECRETS, true)).toEqual({
      enabled: true,
      cloudStream: { ...CLOUD, ...CLOUD_SECRETS },
    });
    expect(putBody(hub(), { sharedAccessKey: 'S' }, false)).toEqual({
      enabled: false,
      eventHub: { ...HUB, sharedAccessKey: 'S' },
    });
  });

  it('of PATCH contains only the changed fields, and a secret only when it was typed again', () => {
    expect(patchBody(before, cloud(), {})).toBeNull();
    expect(patchBody(before, cloud({ region: ' eu-west-1 ' }), { accessKey: '' })).toBeNull();
    expect(patchBody(before, cloud({ region: 'us-east-1' }), {})).toEqual({ cloudStream: { region: 'us-east-1' } });
    expect(patchBody(before, cloud(), { secretKey: 'new' })).toEqual({ cloudStream: { secretKey: 'new' } });
    expect(
      patchBody(
        { kind: 'cloudStream', fields: { ...CLOUD, forcedPartitionKey: 'all' } },
        cloud({ forcedPartitionKey: '' }),
        {},
      ),
    ).toEqual({ cloudStream: { forcedPartitionKey: '' } });
  });

  it('of PATCH contains exactly the fields that differ, for any two states', () => {
    const fields = fc.record({
      endpoint: fc.constantFrom('a', 'b'),
      streamName: fc.constantFrom('a', 'b'),
      region: fc.constantFrom('a', 'b'),
      forcedPartitionKey: fc.constantFrom('', 'a'),
    });
    fc.assert(
      fc.property(fields, fields, fc.constantFrom('', 'AK'), (now, then, accessKey) => {
        const body = patchBody(
          { kind: 'cloudStream', fields: now },
          { kind: 'cloudStream', fields: then },
          { accessKey },
        );
        const differing = DESTINATION_FIELDS.cloudStream.shown.filter(
          (name) => now[name as keyof typeof now] !== then[name as keyof typeof then],
        );
        expect(Object.keys(body?.cloudStream ?? {})).toEqual([
          ...differing,
          ...(accessKey === '' ? [] : ['accessKey']),
        ]);
        expect(Object.keys(body ?? { cloudStream: {} })).toEqual(['cloudStream']);
      }),
    );
  });

  it('is made from a draft that starts with the shown values and without secrets', () => {
    const config: StreamConfig = {
      type: 'telemetry',
      enabled: true,
      destinations: [{ kind: 'eventHub', fields: HUB }],
    };
    expect(draftOf(config)).toEqual({ kind: 'eventHub', fields: HUB });
    expect(draftOf(null)).toEqual({ kind: 'cloudStream', fields: {} });
  });
});

describe('reading a stream back after a PATCH', () => {
  const after = (fields: StreamDraft['fields']): StreamConfig => ({
    type: 'telemetry',
    enabled: true,
    destinations: [{ kind: 'cloudStream', fields }],
  });
  const changed = cloud({ region: 'us-east-1' });

  it('detects that the backend dropped fields that were not sent', () => {
    expect(compareAfterPatch(before, changed, {}, after({ region: 'us-east-1' }))).toEqual({
      dropped: ['endpoint', 'streamName'],
      ignored: [],
      isInconclusive: false,
    });
    expect(compareAfterPatch(before, cloud({ forcedPartitionKey: 'all' }), {}, after({})).dropped).toEqual([
      'endpoint',
      'streamName',
      'region',
    ]);
    // Every field is gone, including the changed one: it came back empty.
    expect(compareAfterPatch(before, changed, {}, null).dropped).toEqual(['endpoint', 'streamName', 'region']);
  });

  it('detects no loss when the backend spells a new value differently', () => {
    expect(compareAfterPatch(before, changed, {}, after({ ...CLOUD, region: 'us-east-1' }))).toEqual({
      dropped: [],
      ignored: [],
      isInconclusive: false,
    });
    expect(
      compareAfterPatch(
        before,
        cloud({ endpoint: 'https://Other.example.com' }),
        {},
        after({ ...CLOUD, endpoint: 'https://other.example.com/' }),
      ),
    ).toEqual({ dropped: [], ignored: [], isInconclusive: false });
  });

  it('detects that a change was not stored', () => {
    expect(compareAfterPatch(before, changed, {}, after(CLOUD)).ignored).toEqual(['region']);
    const keyed = { kind: 'cloudStream', fields: { ...CLOUD, forcedPartitionKey: 'all' } } as const;
    expect(compareAfterPatch(keyed, cloud({ forcedPartitionKey: '' }), {}, after(keyed.fields)).ignored).toEqual([
      'forcedPartitionKey',
    ]);
    expect(compareAfterPatch(keyed, cloud({ forcedPartitionKey: '' }), {}, after(CLOUD))).toEqual({
      dropped: [],
      ignored: [],
      isInconclusive: false,
    });
  });

  it('detects that an edited field came back empty, and that an untouched field changed', () => {
    expect(compareAfterPatch(before, changed, {}, after({ ...CLOUD, region: '' })).dropped).toEqual(['region']);
    expect(
      compareAfterPatch(before, changed, {}, after({ ...CLOUD, region: 'us-east-1', streamName: 'x' })),
    ).toMatchObject({ dropped: ['streamName'], ignored: [] });
  });

  it('compares with the destination of the draft, also when the backend shows another destination first', () => {
    const two: StreamConfig = {
      type: 'telemetry',
      enabled: true,
      destinations: [
        { kind: 'eventHub', fields: HUB },
        { kind: 'cloudStream', fields: { ...CLOUD, region: 'us-east-1' } },
      ],
    };
    expect(compareAfterPatch(before, changed, {}, two)).toEqual({ dropped: [], ignored: [], isInconclusive: false });
  });

  it('cannot detect a loss when every field was edited and a secret was not typed again', () => {
    const all = cloud({ endpoint: 'https://other.example.com', streamName: 'other', region: 'us-east-1' });
    expect(compareAfterPatch(before, all, { accessKey: 'AK' }, after(all.fields)).isInconclusive).toBe(true);
    expect(compareAfterPatch(before, all, CLOUD_SECRETS, after(all.fields)).isInconclusive).toBe(false);
  });
});

describe('the actions that are offered for a stream', () => {
  const config = (enabled: boolean | null): StreamConfig => ({ type: 'telemetry', enabled, destinations: [] });

  it('depend on whether the stream exists and whether it is enabled', () => {
    const steps = ['create', 'change', 'pause', 'resume', 'delete'] as const;
    const allowed = (of: StreamConfig | null) => steps.filter((step) => mayTake(of, step));
    expect(allowed(null)).toEqual(['create']);
    expect(allowed(config(true))).toEqual(['change', 'pause', 'delete']);
    expect(allowed(config(false))).toEqual(['change', 'resume', 'delete']);
    expect(allowed(config(null))).toEqual(['change', 'pause', 'resume', 'delete']);
  });
});

/** Text copied from cloud consoles is sorted into its fields, and a key is never taken for a name. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkDraft, findOddities, type StreamDraft } from './draft.ts';
import { holdsSecret, readPasted } from './pasted.ts';
import { DESTINATION_FIELDS, type ShownField } from './stream.ts';

const KEY = `${'c2hhcmVkLWV4YW1wbGUta2V5LW9mLTMyLWJ5dGVz'.slice(0, 40)}AbC=`;
const CLOUD_SECRET = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';
const ACCESS = 'AKIAIOSFODNN7EXAMPLE';
const ENDPOINT = 'sb://fleet-ns.servicebus.windows.net/';
const HUB = { endpoint: ENDPOINT, sharedAccessKeyName: 'send' };

describe('text that is pasted into the form of a stream', () => {
  it.each<[string, object]>([
    [
      `Endpoint=${ENDPOINT};SharedAccessKeyName=send;SharedAccessKey=${KEY};EntityPath=beacons`,
      { kind: 'eventHub', fields: { ...HUB, eventHubName: 'beacons' }, secrets: { sharedAccessKey: KEY }, doubt: null },
    ],
    [
      `"SharedAccessKey=${KEY}; endpoint=${ENDPOINT};sharedaccesskeyname=send"\n`,
      { kind: 'eventHub', fields: HUB, secrets: { sharedAccessKey: KEY } },
    ],
    [
      `Connection string: Endpoint=${ENDPOINT};SharedAccessKeyName=send;SharedAccessKey=${KEY}`,
      { fields: HUB, secrets: { sharedAccessKey: KEY } },
    ],
    [`\u200bEntityPath=beacons`, { fields: { eventHubName: 'beacons' }, secrets: {} }],
    [`SharedAccessKey=${KEY}`, { fields: {}, secrets: { sharedAccessKey: KEY } }],
    [
      `HostName=fleet.azure-devices.net;SharedAccessKeyName=iothubowner;SharedAccessKey=${KEY}`,
      {
        fields: { endpoint: 'sb://fleet.azure-devices.net/', sharedAccessKeyName: 'iothubowner' },
        secrets: { sharedAccessKey: KEY },
        doubt: 'iotHub',
      },
    ],
    [
      'SharedAccessSignature sr=https%3a%2f%2ffleet-ns.servicebus.windows.net%2fbeacons&sig=abc%3d&se=1790000000&skn=send',
      { fields: { ...HUB, eventHubName: 'beacons' }, secrets: {}, doubt: 'token' },
    ],
    [
      'arn:aws:kinesis:eu-west-1:123456789012:stream/beacons-live',
      {
        kind: 'cloudStream',
        fields: { region: 'eu-west-1', streamName: 'beacons-live' },
        derived: { endpoint: 'https://kinesis.eu-west-1.amazonaws.com' },
      },
    ],
    [
      'arn:aws-cn:kinesis:cn-north-1:123456789012:stream/b',
      { derived: { endpoint: 'https://kinesis.cn-north-1.amazonaws.com.cn' } },
    ],
    [
      'https://eu-west-1.console.aws.amazon.com/kinesis/home?region=eu-west-1#/streams/details/beacons-live/monitoring',
      { fields: { region: 'eu-west-1', streamName: 'beacons-live' } },
    ],
    [
      'https://portal.azure.com/#@firm.example/resource/subscriptions/1/resourceGroups/g/providers/Microsoft.EventHub/namespaces/fleet-ns/eventhubs/beacons/overview',
      { fields: { endpoint: ENDPOINT, eventHubName: 'beacons' }, secrets: {} },
    ],
    [
      'https://ms.portal.azure.com/#resource/providers/Microsoft.EventHub/namespaces/fleet-ns/overview',
      { kind: 'eventHub', fields: { endpoint: ENDPOINT } },
    ],
    [
      'https://console.amazonaws.cn/kinesis/home?region=cn-north-1#/streams/details/b/monitoring',
      {
        fields: { region: 'cn-north-1', streamName: 'b' },
        derived: { endpoint: 'https://kinesis.cn-north-1.amazonaws.com.cn' },
      },
    ],
    [
      'https://eu-west-1.console.aws.amazon.com/kinesis/home#/streams',
      {
        kind: 'cloudStream',
        fields: { region: 'eu-west-1' },
        derived: { endpoint: 'https://kinesis.eu-west-1.amazonaws.com' },
      },
    ],
    [
      `[default]\naws_access_key_id = ${ACCESS}\naws_secret_access_key = ${CLOUD_SECRET}\nregion = eu-west-1\n`,
      { kind: 'cloudStream', fields: { region: 'eu-west-1' }, secrets: { accessKey: ACCESS, secretKey: CLOUD_SECRET } },
    ],
    [
      `{"AccessKeyId":"${ACCESS}","SecretAccessKey":"${CLOUD_SECRET}"}`,
      { secrets: { accessKey: ACCESS, secretKey: CLOUD_SECRET } },
    ],
    [
      `Access key ID,Secret access key\r\n${ACCESS},${CLOUD_SECRET}\r\n`,
      { secrets: { accessKey: ACCESS, secretKey: CLOUD_SECRET } },
    ],
    [ACCESS, { fields: {}, secrets: { accessKey: ACCESS } }],
    [CLOUD_SECRET, { fields: {}, secrets: { secretKey: CLOUD_SECRET } }],
    [KEY, { fields: {}, secrets: { sharedAccessKey: KEY } }],
    [`"${KEY}"`, { fields: {}, secrets: { sharedAccessKey: KEY } }],
    [`<${ACCESS}>`, { fields: {}, secrets: { accessKey: ACCESS } }],
    [`\`${CLOUD_SECRET}\``, { fields: {}, secrets: { secretKey: CLOUD_SECRET } }],
    [`\`Endpoint=${ENDPOINT};SharedAccessKey=${KEY}\``, { secrets: { sharedAccessKey: KEY } }],
  ])('fills, when it is %j, the fields that it holds', (text, wanted) =>
    expect(readPasted(text)).toMatchObject(wanted),
  );

  it.each<[string, object]>([
    [
      'sr=sb://fleet-ns.servicebus.windows.net/beacons/more&sig=abc',
      { fields: { endpoint: ENDPOINT, eventHubName: 'beacons' }, secrets: {}, derived: {}, doubt: 'token' },
    ],
    [
      '"SharedAccessSignature sr=fleet-ns.servicebus.windows.net&sig=abc"',
      { fields: { endpoint: ENDPOINT }, doubt: 'token' },
    ],
    [
      `Endpoint=${ENDPOINT};SharedAccessSignature=SharedAccessSignature sr=other.servicebus.windows.net%2fhub&sig=abc&skn=send`,
      { fields: { ...HUB, eventHubName: 'hub' }, secrets: {}, doubt: 'token' },
    ],
    [`Endpoint=${ENDPOINT};;a part without a value;SharedAccessKeyName=`, { fields: { endpoint: ENDPOINT } }],
    [`'SharedAccessKey = ${KEY} '`, { secrets: { sharedAccessKey: KEY } }],
    [`HostName=a.azure-devices.net;Endpoint=${ENDPOINT}`, { fields: { endpoint: ENDPOINT }, doubt: 'iotHub' }],
    [`aws_access_key_id=${ACCESS}`, { kind: 'cloudStream', fields: {}, secrets: { accessKey: ACCESS } }],
    [`aws_secret_access_key=${CLOUD_SECRET}`, { fields: {}, secrets: { secretKey: CLOUD_SECRET } }],
    [`${ACCESS} eu-west-1`, { fields: {}, secrets: { accessKey: ACCESS } }],
    [
      'https://us-west-2.console.aws.amazon.com/kinesis/home?region=eu-west-1#/streams',
      { fields: { region: 'eu-west-1' }, derived: { endpoint: 'https://kinesis.eu-west-1.amazonaws.com' } },
    ],
  ])('fills, when it is %j, exactly its fields', (text, wanted) => {
    const read = readPasted(text);
    expect(read).toMatchObject(wanted);
    for (const [name, value] of Object.entries(wanted)) expect(read![name as keyof typeof read]).toEqual(value);
  });

  it('gives no endpoint when its token names no endpoint', () =>
    expect(readPasted('sr=%2F&sig=abc&skn=send')).toMatchObject({ fields: { sharedAccessKeyName: 'send' } }));

  it('is read up to its first 8000 characters', () => {
    const padded = (spaces: number) => readPasted(`${'#'.repeat(spaces - 1)}\nEntityPath=beacons`);
    expect(padded(7000)?.fields).toEqual({ eventHubName: 'beacons' });
    expect(padded(8000)).toBeNull();
  });

  it.each([
    '',
    'beacons-live',
    ENDPOINT,
    'kinesis.eu-west-1.amazonaws.com',
    'https://streams.example.com/a?b=c',
    'https://portal.azure.com/#home',
    'https://notportal.azure.com/Microsoft.EventHub/namespaces/fleet-ns',
    'https://portal.azure.com.example.com/Microsoft.EventHub/namespaces/fleet-ns',
    'https://example.com/portal.azure.com/Microsoft.EventHub/namespaces/fleet-ns',
    'https://notconsole.aws.amazon.com/kinesis/home?region=eu-west-1#/streams/details/a',
    'https://console.aws.amazon.com.example.com/kinesis/home?region=eu-west-1#/streams/details/a',
    'https://eu-west-1.console.aws.amazon.com/s3/home?region=eu-west-1',
    'https://console.aws.amazon.com/kinesis/home#/streams/details/a',
    'eu-west-1',
    'RootManageSharedAccessKey',
    'all beacons',
    'f7826da64fa24e988024bc5b71e0893ef7826da6',
    'SharedAccessSignature sig=abc&se=1790000000',
    'sr=https%3a%2f%2ffleet-ns.servicebus.windows.net&se=1790000000',
    'region=eu-west-1\nsource=a',
    'Endpoint=',
    'notendpoint=a',
    'see arn:aws:kinesis:eu-west-1:123456789012:stream/beacons',
    'arn:aws:kinesis:eu-west-1:123456789012:stream/beacons and more',
    'see sr=fleet-ns.servicebus.windows.net&sig=abc',
    'sr=fleet-ns.servicebus.windows.net&sig=abc and more',
    'see https://eu-west-1.console.aws.amazon.com/kinesis/home?region=eu-west-1',
    `x${ACCESS}`,
    `${ACCESS}-1 x`.replace(ACCESS, `x${ACCESS}`),
    `${KEY}x`,
    `x${KEY}`,
    `${CLOUD_SECRET}x`,
    `-${CLOUD_SECRET}`,
    'SharedAccessKey=; EntityPath=',
    'arn:aws:s3:eu-west-1:123456789012:stream/beacons',
  ])('stays in its field when it is one value: %j', (text) => expect(readPasted(text)).toBeNull());

  it('never puts a secret into a field that is shown', () => {
    const part = fc.oneof(
      fc.constantFrom(
        `SharedAccessKey=${KEY}`,
        `Endpoint=${ENDPOINT}`,
        'SharedAccessKeyName=send',
        'EntityPath=beacons',
        KEY,
        ACCESS,
        CLOUD_SECRET,
        `aws_secret_access_key=${CLOUD_SECRET}`,
        ';',
        '\n',
        '"',
      ),
      fc.string({ maxLength: 10 }),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), fc.constantFrom(';', '\n', ' ', ''), (parts, between) => {
        const read = readPasted(parts.join(between));
        if (read === null) return;
        const draft: StreamDraft = { kind: read.kind, fields: { ...read.derived, ...read.fields } };
        const faulty = new Set(checkDraft(draft, {}, false).map(({ field }) => field));
        // Text with a secret that was not taken apart is never sent.
        for (const field of DESTINATION_FIELDS[read.kind].shown)
          if ([KEY, CLOUD_SECRET].some((secret) => draft.fields[field] === secret)) expect(faulty).toContain(field);
      }),
    );
  });
});

describe('a secret of a stream in a field that is shown', () => {
  const shown: readonly (readonly [StreamDraft['kind'], ShownField])[] = [
    ...DESTINATION_FIELDS.eventHub.shown.map((field) => ['eventHub', field] as const),
    ...DESTINATION_FIELDS.cloudStream.shown.map((field) => ['cloudStream', field] as const),
  ];
  const secrets = [
    `Endpoint=${ENDPOINT};SharedAccessKeyName=send;SharedAccessKey=${KEY}`,
    `SharedAccessKey=${KEY}`,
    'SharedAccessSignature sr=a&sig=b',
    KEY,
    CLOUD_SECRET,
    ACCESS,
  ];
  it.each(shown)('is never sent for a destination of the kind %s in the field %s', (kind, field) => {
    for (const secret of secrets) {
      const faults = checkDraft({ kind, fields: { [field]: secret } }, {}, false);
      expect(
        faults.map((fault) => fault.field),
        secret,
      ).toEqual([field]);
    }
  });
  it('is not suspected in a name that only resembles a secret', () => {
    for (const name of ['RootManageSharedAccessKey', 'send-only', 'x'.repeat(40), 'beacons'])
      expect(holdsSecret(name), name).toBe(false);
  });
});

describe('a secret of a stream in the wrong place', () => {
  const cloud: StreamDraft = { kind: 'cloudStream', fields: {} };
  it('has to be confirmed when the two keys of a cloud stream are swapped or in quotes', () => {
    expect(
      findOddities(cloud, { accessKey: CLOUD_SECRET, secretKey: ACCESS }, { kind: 'cloudStream', fields: {} }),
    ).toEqual([
      { field: 'accessKey', reason: 'swapped' },
      { field: 'secretKey', reason: 'swapped' },
    ]);
    expect(findOddities(cloud, { secretKey: '"abc"' }, { kind: 'cloudStream', fields: {} })).toEqual([
      { field: 'secretKey', reason: 'quoted' },
    ]);
  });
  it.each([
    ['a secret', CLOUD_SECRET, true],
    ['a secret with spaces around it', ` ${CLOUD_SECRET} `, true],
    ['a secret in quotation marks', `"${CLOUD_SECRET}",`, true],
    ['a shared access key as code', `\`${KEY}\``, true],
    ['an access key in brackets', `<${ACCESS}>`, true],
    ['a name without a capital letter', 'a1'.repeat(20), false],
    ['a name without a small letter', 'A1'.repeat(20), false],
    ['a name without a digit', 'aB'.repeat(20), false],
    ['a longer name', `${CLOUD_SECRET}a`, false],
    ['a shared access key', KEY, true],
    ['an access key', ` ${ACCESS}`, true],
    ['a short name that begins like an access key', 'AKIA1234567', false],
    ['a signature in an address', 'https://a.example.com/?sig=abc', true],
    ['an assigned secret', 'aws_secret_access_key', true],
  ])('is recognised in %s, which is %s: %s', (_what, text, holds) => expect(holdsSecret(text)).toBe(holds));

  it('is never sent as a whole connection string, or with an invisible character', () => {
    const hub: StreamDraft = { kind: 'eventHub', fields: {} };
    const reasonOf = (sharedAccessKey: string) => checkDraft(hub, { sharedAccessKey }, false)[0]?.reason;
    expect(reasonOf(`SharedAccessKey=${KEY}`)).toBe('connectionString');
    expect(reasonOf(`${KEY}\u200b`)).toBe('controlCharacter');
    expect(reasonOf(KEY)).toBeUndefined();
  });
});

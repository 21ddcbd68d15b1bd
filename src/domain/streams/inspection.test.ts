/** An inspection turns text into counts and faults with line, field and reason; bad lines never stop the good ones. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeBase64 } from '../base64.ts';
import { csvText } from '../csv.ts';
import { createInspection, goodCount, MAX_LISTED_FAULTS, type InspectAs, type Inspection } from './inspection.ts';
import { POSITION_SAMPLE, TELEMETRY_SAMPLE, telemetryLines } from '../../../test/support/sample-records.ts';

function inspect(text: string, as: InspectAs = 'auto', chunk = 1000): Inspection {
  const inspection = createInspection(as);
  for (let at = 0; at < text.length; at += chunk) inspection.push(text.slice(at, at + chunk));
  inspection.end();
  return inspection;
}

const faultsOf = (inspection: Inspection): string[] =>
  inspection.faultsFrom(0).map(({ line, field, reason }) => `${line} ${field || '-'} ${reason}`);

describe("the inspection of a stream's records", () => {
  it('counts good records of both kinds in one text', () => {
    const inspection = inspect(
      [TELEMETRY_SAMPLE, POSITION_SAMPLE, TELEMETRY_SAMPLE].map((one) => JSON.stringify(one)).join('\n'),
    );
    expect(inspection.summary()).toEqual({
      lines: 3,
      good: { telemetry: 2, position: 1 },
      faulty: 0,
      faults: 0,
      groups: [],
      unknown: [],
      around: { count: 0, first: '' },
    });
  });

  it('reports line, field and reason of each fault and continues', () => {
    const { rssi: _rssi, ...noRssi } = TELEMETRY_SAMPLE;
    const text = [
      JSON.stringify(TELEMETRY_SAMPLE),
      JSON.stringify(noRssi),
      '{"companyId":',
      'not a record',
      JSON.stringify({ ...TELEMETRY_SAMPLE, batteryLevel: 400, clickCounter: 'x' }),
      '{"companyId":"c","userId":"u","trackingId":"t"}',
      '{"sourceId":nope}',
      '[1]',
      JSON.stringify(POSITION_SAMPLE),
    ].join('\n');
    const inspection = inspect(text);
    expect(faultsOf(inspection)).toEqual([
      '2 rssi missing',
      '3 - notClosed',
      '4 - notJson',
      '5 batteryLevel notPercent',
      '5 clickCounter notNumber',
      '6 - kindUnclear',
      '7 - notJson',
      '8 - notAnObject',
    ]);
    expect(inspection.summary()).toMatchObject({ good: { telemetry: 1, position: 1 }, faulty: 7, faults: 8 });
  });

  it('takes a field that is nested 200,000 deep as a record that cannot be read', () => {
    const deep = `${JSON.stringify(TELEMETRY_SAMPLE).slice(0, -1)},"odd":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
    expect(faultsOf(inspect(`${deep}\n${JSON.stringify(TELEMETRY_SAMPLE)}`))).toEqual(['1 - notJson']);
  });

  it('takes a number that JSON does not have as a fault of its field', () => {
    const text = JSON.stringify({ ...TELEMETRY_SAMPLE, temperature: 21.5 }).replace('21.5', 'NaN');
    expect(faultsOf(inspect(text))).toEqual(['1 temperature notNumber']);
  });

  const RECORD = JSON.stringify(TELEMETRY_SAMPLE);
  it.each([
    ['a time of a log', `2026-11-28T10:00:00Z INFO ${RECORD}`, '2026-11-28T10:00:00Z INFO'],
    ['a topic', `sites/a/telemetry ${RECORD}`, 'sites/a/telemetry'],
    ['colours', `\u001b[32mINFO\u001b[0m ${RECORD}\u001b[0m`, 'INFO'],
    ['server-sent events', `event: telemetry\nid: 3\ndata: ${RECORD}\n\n: wait\n`, 'event: telemetry'],
    ['two records after a word', `got ${RECORD} ${RECORD}`, 'got'],
    ['a level', `[INFO] ${RECORD}`, '[INFO]'],
    ['a time in brackets', `[2026-11-28 10:00:00,123] INFO ${RECORD} (x.Consumer)`, '[2026-11-28 10:00:00,123] INFO'],
    ['lines of a thread', `[main] ${RECORD}\n[main] ${RECORD}`, '[main]'],
    ['kubectl logs --prefix', `[pod/a-1/a] ${RECORD}\n[pod/a-1/a] ${RECORD}`, '[pod/a-1/a]'],
    ['kubectl logs', `Defaulted container "a" out of: a, b\n${RECORD}`, 'Defaulted container "a" out of: a, b'],
    ['docker logs -t', `2026-11-28T10:00:00.123456789Z ${RECORD}`, '2026-11-28T10:00:00.123456789Z'],
    ['docker compose logs', `Attaching to a-1\na-1  | starting\na-1  | ${RECORD}`, 'Attaching to a-1'],
    ['the log file of a container', `2026-11-28T10:00:00Z stdout F ${RECORD}`, '2026-11-28T10:00:00Z stdout F'],
    ['journalctl', `-- Boot 1f2e --\nNov 28 10:00:00 host a[123]: ${RECORD}\n`, '-- Boot 1f2e --'],
    ['kcat', `% Reached end of topic a [0] at offset 1\n${RECORD}`, '% Reached end of topic a [0] at offset 1'],
    ['a format of kcat', `a [0] at offset 12: key e0: ${RECORD}`, 'a [0] at offset 12: key e0:'],
    ['its library', `%3|1772445600.1|FAIL|rdkafka#1| x\n${RECORD}`, '%3|1772445600.1|FAIL|rdkafka#1| x'],
    ['kafka-console-consumer', `Partition:0\tnull\t${RECORD}\nProcessed a total of 1 messages`, 'Partition:0\tnull'],
    ['a partition', `partition=0 offset=12 ${RECORD}`, 'partition=0 offset=12'],
    ['mosquitto_sub -d', `Client a sending CONNECT\nSubscribed (mid: 1): 0\na/b ${RECORD}`, 'Client a sending CONNECT'],
    [
      'az iot hub',
      `Starting event monitor, use ctrl-c to stop...\n${RECORD}`,
      'Starting event monitor, use ctrl-c to stop...',
    ],
    ['nats sub', `[#1] Received on "a.b"\n${RECORD}\n\n[#2] Received on "a.b"\n${RECORD}`, '[#1] Received on "a.b"'],
    ['wscat', `Connected (press CTRL+C to quit)\n< ${RECORD}\n`, 'Connected (press CTRL+C to quit)'],
    ['curl -v', `* Connected to a\n> GET / HTTP/2\n>\n< HTTP/2 200\n<\n${RECORD}`, '* Connected to a'],
    ['logcli', `2026-11-28T10:00:00Z {app="a"} ${RECORD}`, '2026-11-28T10:00:00Z {app="a"}'],
    ['a list that begins with nothing', `[null,${RECORD}]`, '[null,'],
    ['what clears a line', `\u001b[2K\u001b[1G${RECORD}\u001b[K`, ''],
  ])(
    'reads records among other text, in chunks of any size, and shows the beginning of that text: %s',
    (_what, text, first) => {
      for (const size of [1, 7, text.length]) {
        const inspection = createInspection('auto');
        for (let at = 0; at < text.length; at += size) inspection.push(text.slice(at, at + size));
        inspection.end();
        expect(inspection.summary()).toMatchObject({ faulty: 0, faults: 0, around: { first } });
        expect(inspection.summary().good.telemetry).toBe(text.split(RECORD).length - 1);
      }
    },
  );

  const CSV_CELL = csvText(RECORD);
  /** redis-cli writes bytes beyond ASCII in hexadecimal. */
  const REDIS = JSON.stringify(RECORD.replace('GW07', 'Tür \\\\xc3')).replace('ü', '\\xc3\\xbc');
  it.each([
    ['quoted in a line of a log', `level=info msg=${JSON.stringify(RECORD)}`, 1, 'level=info msg='],
    ['quoted alone', JSON.stringify(RECORD), 1, ''],
    [
      'aws kinesis with --output text',
      `RECORDS\t2026-11-28T10:00:00Z\t${btoa(RECORD)}\te0\t49`,
      1,
      'RECORDS\t2026-11-28T10:00:00Z',
    ],
    ['aws kinesis with --query Records[].Data', JSON.stringify([btoa(RECORD), btoa(RECORD)], null, 4), 2, ''],
    [
      'aws kinesis with --output text, with its first line',
      `0\tAAAAAAAAAAHgX3b/x+Q==\nRECORDS\t2026-11-28T10:00:00Z\t${btoa(RECORD)}\te0\t49\nCHILDSHARDS\ts-1\nPARENTSHARDS\ts-0`,
      1,
      '0\tAAAAAAAAAAHgX3b/x+Q==',
    ],
    [
      'aws kinesis with --output yaml',
      `MillisBehindLatest: 0\nNextShardIterator: AAAA\nRecords:\n- ApproximateArrivalTimestamp: '2026'\n  Data: ${btoa(RECORD)}\n  PartitionKey: e0\n  SequenceNumber: '49'`,
      1,
      'MillisBehindLatest: 0',
    ],
    ['the same as text', `${btoa(RECORD)}\t${btoa(RECORD)}`, 2, ''],
    [
      'redis-cli LRANGE',
      `127.0.0.1:6379> LRANGE a 0 -1\n 1) ${REDIS}\n10) ${REDIS}\n(nil)`,
      2,
      '127.0.0.1:6379> LRANGE a 0 -1',
    ],
    [
      'redis-cli XREAD',
      `1) 1) "a"\n   2) 1) 1) "15-0"\n         2) 1) "data"\n            2) ${REDIS}\n      2) 1) "15-1"\n         2) 1) "n"\n            2) ${REDIS}`,
      2,
      '1) 1) "a"',
    ],
    ['redis-cli -3', `1# "a" => 1) 1) "15-0"\n      2) 1) "data"\n         2) ${REDIS}`, 1, '1# "a" => 1) 1) "15-0"'],
    [
      'redis-cli SUBSCRIBE',
      `1) "subscribe"\n2) "a"\n3) (integer) 1\n1) "message"\n2) "a"\n3) ${REDIS}`,
      1,
      '1) "subscribe"',
    ],
    ['psql', ` id |  data \n----+-------\n  1 | ${RECORD}\n  2 | ${RECORD}\n(2 rows)\n`, 2, 'id |  data'],
    ['psql with \\x', `-[ RECORD 1 ]---\nid   | 1\ndata | ${RECORD}\n`, 1, '-[ RECORD 1 ]---'],
    [
      'psql with lines',
      `┌────┬──────┐\n│ id │ data │\n├────┼──────┤\n│  1 │ ${RECORD} │\n└────┴──────┘`,
      1,
      '┌────┬──────┐',
    ],
    ['mysql', `+----+\n| data |\n+----+\n| ${RECORD} |\n+----+\n1 row in set (0.00 sec)`, 1, '+----+'],
    ['mysql with \\G', `*** 1. row ***\n  id: 1\ndata: ${RECORD}`, 1, '*** 1. row ***'],
    ['a table in Markdown', `| id | data |\n|----|:----:|\n| 1 | ${RECORD} |`, 1, '| id | data |'],
    ['CSV', `id,data\r\n1,${CSV_CELL}\r\n2,${CSV_CELL}\r\n`, 2, 'id,data'],
    ['CSV, twice in a row', `"a";"b"\n${CSV_CELL};${CSV_CELL}`, 2, '"a";"b"'],
  ])('reads records that are written as text: %s', (_what, text, count, first) => {
    expect(inspect(text).summary()).toMatchObject({ good: { telemetry: count }, faults: 0, around: { first } });
  });

  const INDENTED = JSON.stringify(TELEMETRY_SAMPLE, null, 2);
  const onEachLine = (prefix: string, text: string): string => `${prefix}${text.replaceAll('\n', `\n${prefix}`)}`;
  it.each([
    ['a topic', `a/b ${INDENTED}`, 1, 'a/b'],
    [
      'a time and a level',
      `2026-11-28T10:00:00Z [INFO] ${INDENTED}\n2026-11-28T10:00:01Z [INFO] ${INDENTED}\n`,
      2,
      '2026-11-28T10:00:00Z [INFO]',
    ],
    ['a bracket', `[main] ${INDENTED}\r\n[main] ${INDENTED}`, 2, '[main]'],
    ['a name with braces', `a {app="a"} ${INDENTED}\n${INDENTED}\n${RECORD}`, 3, 'a {app="a"}'],
    ['a topic, indented with tabs', `a/b ${JSON.stringify({ data: [TELEMETRY_SAMPLE] }, null, '\t')}`, 1, 'a/b'],
    ['a topic, and another after it', `a/b ${INDENTED}\nc/d ${RECORD}\n`, 2, 'a/b'],
    ['docker compose, on each line', onEachLine('a-1  | ', `${INDENTED}\n${INDENTED}\n${RECORD}`), 3, 'a-1  |'],
    ['kubectl logs --prefix, on each line', onEachLine('[pod/a-1/a] ', `${INDENTED}\n${INDENTED}`), 2, '[pod/a-1/a]'],
    ['two containers', `${onEachLine('a-1 | ', INDENTED)}\r\n${onEachLine('a-2 | ', INDENTED)}`, 2, 'a-1 |'],
    ['server-sent events, on each line', `${onEachLine('data: ', INDENTED)}\n\n`, 1, 'data:'],
  ])('reads a record of several lines after %s, in chunks of any size', (_what, text, count, first) => {
    for (const size of [1, 7, text.length])
      expect(inspect(text, 'auto', size).summary()).toMatchObject({
        good: { telemetry: count },
        faulty: 0,
        around: { first },
      });
  });

  it('loses no record after a line that ends with a bracket', () => {
    for (const after of [RECORD, `  ${RECORD}`, INDENTED, `a/b ${RECORD}`, `a/b ${INDENTED}`, `"x": 1,\n${RECORD}`]) {
      const { good, faulty } = inspect(`function () {\n${after}\n${RECORD}`).summary();
      expect([good.telemetry, faulty]).toEqual([2, 1]);
    }
    expect(faultsOf(inspect(`a/b ${INDENTED.slice(0, 80)}`))).toEqual(['1 - notClosed']);
  });

  it('reports a cut record that follows other text of a tool in the same line', () => {
    const cut = RECORD.slice(0, 50);
    expect(
      faultsOf(inspect(`data: ${cut}\n[INFO] ${cut}\ngot ${RECORD} ${cut}\n% ${cut}\nmsg="{\\"a\n${RECORD}`)),
    ).toEqual(['1 - notJson', '2 - notJson', '3 - notJson', '4 - notJson', '5 - notJson']);
  });

  it('loses no record after a record that is cut, with a prefix on each line', () => {
    const cut = INDENTED.slice(0, 80);
    for (const next of [RECORD, INDENTED])
      expect(faultsOf(inspect(onEachLine('a-1 | ', `${cut}\n${next}\n${next}`)))).toEqual(['1 - lineBreak']);
    expect(inspect(onEachLine('a-1 | ', `{\n${RECORD}\n${RECORD}`)).summary().good.telemetry).toBe(2);
  });

  it.each([
    ['a cell of CSV that is cut', `1,${CSV_CELL.slice(0, 50)}`],
    ['a text of redis-cli that is cut', `1) ${REDIS.slice(0, 50)}`],
    ['a text of redis-cli that is no record', '1) "{x}"'],
    ['a text with half a letter', `1) ${REDIS.replace('\\xbc', '')}`],
    ['a row without a record', '| 1 | NULL |'],
    ['a doubled mark in a record', '{"a":"x","b":""y"}'],
    ['a text', '"word"'],
  ])('reports what cannot be read, and reads the next line: %s', (_what, line) => {
    expect(inspect(`${line}\n${RECORD}`).summary()).toMatchObject({ good: { telemetry: 1 }, faulty: 1 });
  });

  it('checks every record as the kind that was chosen', () => {
    const inspection = inspect(JSON.stringify(POSITION_SAMPLE), 'telemetry');
    expect(faultsOf(inspection)).toEqual(['1 sourceId missing', '1 sourceType missing', '1 rssi missing']);
    expect(inspection.summary().unknown.map(({ field }) => field)).toContain('floorId');
  });

  it('notes unknown fields and accepts the record', () => {
    const inspection = inspect(
      `${JSON.stringify({ ...TELEMETRY_SAMPLE, firmware: '1.0' })}\n${JSON.stringify({ ...TELEMETRY_SAMPLE, firmware: '1.1', extra: 1 })}`,
    );
    expect(inspection.summary()).toMatchObject({
      good: { telemetry: 2 },
      unknown: [
        { type: 'telemetry', field: 'firmware', count: 2 },
        { type: 'telemetry', field: 'extra', count: 1 },
      ],
    });
  });

  it('groups faults with their number and first line, and keeps the first thousand individually', () => {
    const bad = JSON.stringify({ ...TELEMETRY_SAMPLE, rssi: null });
    const inspection = inspect(`\n${`${bad}\n`.repeat(MAX_LISTED_FAULTS + 500)}`);
    expect(inspection.summary()).toMatchObject({
      faulty: 1500,
      faults: 1500,
      groups: [{ type: 'telemetry', field: 'rssi', reason: 'notNumber', count: 1500, firstLine: 2 }],
    });
    expect(inspection.faultsFrom(0)).toHaveLength(MAX_LISTED_FAULTS);
    expect(inspection.faultsFrom(MAX_LISTED_FAULTS - 1)).toHaveLength(1);
  });

  it('lists the most frequent faults first, and equally frequent faults by their first line', () => {
    const bad = (change: object) => JSON.stringify({ ...TELEMETRY_SAMPLE, ...change });
    const lines = [bad({ humidity: 101 }), bad({ batteryLevel: 101 }), bad({ rssi: 'x' }), bad({ rssi: 'y' })];
    expect(
      inspect(lines.join('\n'))
        .summary()
        .groups.map(({ field, count }) => [field, count]),
    ).toEqual([
      ['rssi', 2],
      ['humidity', 1],
      ['batteryLevel', 1],
    ]);
  });

  it('lists the fifty most frequent unknown fields of at most two hundred, with shortened names', () => {
    const record = (from: number, to: number) =>
      JSON.stringify({
        ...TELEMETRY_SAMPLE,
        ...Object.fromEntries(Array.from({ length: to - from }, (_, at) => [`field ${from + at}`, 1])),
      });
    const { unknown } = inspect([record(0, 210), record(199, 210)].join('\n')).summary();
    expect(unknown).toHaveLength(50);
    expect(unknown[0]).toEqual({ type: 'telemetry', field: 'field 199', count: 2 });
    expect(unknown[1]).toEqual({ type: 'telemetry', field: 'field 0', count: 1 });
    const named = (length: number) =>
      inspect(JSON.stringify({ ...TELEMETRY_SAMPLE, ['n'.repeat(length)]: 1 })).summary().unknown[0]!.field;
    expect(named(120)).toBe('n'.repeat(120));
    expect(named(121)).toBe(`${'n'.repeat(119)}…`);
  });

  it('reports an array that was cut off, without counting it as a record', () => {
    const inspection = inspect(`[${JSON.stringify(TELEMETRY_SAMPLE)},`);
    expect(inspection.summary()).toMatchObject({ good: { telemetry: 1 }, faulty: 0, faults: 1 });
    expect(faultsOf(inspection)).toEqual(['1 - arrayNotClosed']);
  });

  it('counts every line once, good or faulty, however the text is cut', () => {
    const line = fc.oneof(
      fc.constant(JSON.stringify(TELEMETRY_SAMPLE)),
      fc.constant(JSON.stringify(POSITION_SAMPLE)),
      // A whole object after a cut one would count as a second, and one that begins at the end of a line as one with the next.
      fc
        .string({ unit: fc.constantFrom('{', '}', '"', ':', 'x') })
        .filter((text) => !text.includes('":"') && !text.endsWith('{'))
        .map((text) => `#${text}`),
      fc.jsonValue().map((value) => JSON.stringify({ ...TELEMETRY_SAMPLE, rssi: value })),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20 }), fc.integer({ min: 1, max: 300 }), (lines, chunk) => {
        const { good, faulty } = inspect(lines.join('\n'), 'auto', chunk).summary();
        expect(goodCount({ good }) + faulty).toBe(lines.length);
        expect(good.position).toBe(lines.filter((one) => one === JSON.stringify(POSITION_SAMPLE)).length);
      }),
      { numRuns: 200 },
    );
  });

  it('counts every good line, whatever is broken between them', () => {
    const broken = fc
      .nat(JSON.stringify(TELEMETRY_SAMPLE).length - 1)
      .map((length) => JSON.stringify(TELEMETRY_SAMPLE).slice(0, length));
    // A closing bracket could complete a cut record, and two lines would make one good record.
    const other = fc.string().filter((text) => !text.includes('}'));
    const line = fc.oneof(broken, fc.constant(JSON.stringify(POSITION_SAMPLE)), other);
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20 }), fc.integer({ min: 1, max: 300 }), (lines, chunk) => {
        const { good } = inspect(lines.join('\n'), 'auto', chunk).summary();
        expect(good).toEqual({
          telemetry: 0,
          position: lines.filter((one) => one === JSON.stringify(POSITION_SAMPLE)).length,
        });
      }),
      { numRuns: 200 },
    );
  });
});

describe('records inside the output of other programs', () => {
  const base64 = (value: unknown): string => btoa(JSON.stringify(value));
  const AT = { SequenceNumber: '1', PartitionKey: 'e0', ApproximateArrivalTimestamp: 1772445600 };
  it.each<[string, unknown, number]>([
    [
      'aws kinesis get-records',
      {
        Records: [
          { ...AT, Data: base64(TELEMETRY_SAMPLE) },
          { ...AT, Data: base64(TELEMETRY_SAMPLE) },
        ],
        NextShardIterator: 'AAAA',
        MillisBehindLatest: 0,
      },
      2,
    ],
    [
      'a Lambda event',
      { Records: [{ kinesis: { partitionKey: 'e0', data: base64(TELEMETRY_SAMPLE) }, eventSource: 'aws:kinesis' }] },
      1,
    ],
    ['a Firehose event', { records: [{ recordId: '1', data: base64(TELEMETRY_SAMPLE) }] }, 1],
    [
      'a capture of Event Hubs',
      {
        SequenceNumber: 7,
        Offset: '1',
        EnqueuedTimeUtc: 'x',
        Properties: {},
        Body: { bytes: JSON.stringify(TELEMETRY_SAMPLE) },
      },
      1,
    ],
    ['a file of an IoT hub', { EnqueuedTimeUtc: 'x', Properties: {}, Body: TELEMETRY_SAMPLE }, 1],
    ['a file of an IoT hub, in Base64', { EnqueuedTimeUtc: 'x', Properties: {}, Body: base64(TELEMETRY_SAMPLE) }, 1],
    ['az iot hub monitor-events', { event: { origin: 'd', payload: JSON.stringify(TELEMETRY_SAMPLE) } }, 1],
    ['the log file of Docker', { log: `${JSON.stringify(TELEMETRY_SAMPLE)}\n`, stream: 'stdout' }, 1],
    ['journalctl -o json', { _PID: '1', MESSAGE: JSON.stringify(TELEMETRY_SAMPLE) }, 1],
    ['a log in JSON', { level: 30, msg: JSON.stringify(TELEMETRY_SAMPLE) }, 1],
    ["an entry of Google's log", [{ insertId: 'x', jsonPayload: TELEMETRY_SAMPLE }], 1],
    ['a subscription of CloudWatch', { logEvents: [{ message: JSON.stringify(TELEMETRY_SAMPLE) }] }, 1],
    ['the list of an explorer', [{ body: TELEMETRY_SAMPLE }, { body: JSON.stringify(TELEMETRY_SAMPLE) }], 2],
    ['a body that begins with blanks', { Body: ` \n ${JSON.stringify(TELEMETRY_SAMPLE)}` }, 1],
    [
      'several records in one body',
      { Body: `${JSON.stringify(TELEMETRY_SAMPLE)}\n${JSON.stringify(TELEMETRY_SAMPLE)}` },
      2,
    ],
  ])('are found: %s', (_, wrapped, count) => {
    for (const text of [JSON.stringify(wrapped), JSON.stringify(wrapped, null, 2)])
      for (const as of ['auto', 'telemetry'] as const)
        expect(inspect(text, as).summary(), text).toMatchObject({ good: { telemetry: count, position: 0 }, faults: 0 });
  });

  const { trackingId: _id, ...nameless } = TELEMETRY_SAMPLE;
  const deep = (value: unknown, levels: number): unknown => (levels === 0 ? value : { data: deep(value, levels - 1) });
  it.each<[string, unknown, string[]]>([
    ['a record without its beacon', { Records: [nameless] }, ['trackingId missing']],
    ['a record without its beacon at the last level', deep(nameless, 5), ['trackingId missing']],
    ['an object that is no record', { Records: [{ a: 1 }] }, ['- notAnObject']],
    ['nothing', { Records: [null, 7] }, ['- notAnObject', '- notAnObject']],
    ['an empty text', { body: '' }, ['- kindUnclear']],
    ['bytes that are no text', { body: btoa('\u00ff\u00fe') }, ['- kindUnclear']],
    ['a text with a record in it', { body: `see ${JSON.stringify(TELEMETRY_SAMPLE)}` }, ['- kindUnclear']],
    ['JSON that does not close', { body: '{"rssi":1' }, ['- notJson']],
    ['an object that is not JSON', { body: '{"rssi":nope}' }, ['- notJson']],
    ['a list with a record and a number', { body: [TELEMETRY_SAMPLE, 7] }, ['- notAnObject']],
  ])('are reported with their fault: %s', (_what, wrapped, faults) => {
    expect(
      inspect(JSON.stringify(wrapped))
        .faultsFrom(0)
        .map(({ field, reason }) => `${field || '-'} ${reason}`),
    ).toEqual(faults);
  });

  it('are reported as faulty records of the kind that was chosen', () => {
    const typesOf = (as: InspectAs) =>
      inspect('no record', as)
        .faultsFrom(0)
        .map(({ type }) => type);
    expect([typesOf('auto'), typesOf('position')]).toEqual([[null], ['position']]);
  });

  const through = (bytes: BlobPart, stream: GenericTransformStream): Promise<ArrayBuffer> =>
    new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer();
  const packed = async (text: string): Promise<string> =>
    encodeBase64(new Uint8Array(await through(text, new CompressionStream('gzip'))));

  /** Unpacks as the worker does. */
  async function unpack(inspection: Inspection): Promise<void> {
    for (let bodies = inspection.takePacked(); bodies.length > 0; bodies = inspection.takePacked())
      for (const one of bodies)
        inspection.unpacked(
          one,
          await through(one.body.bytes, new DecompressionStream('gzip')).then(
            (text) => new TextDecoder().decode(text),
            () => null,
          ),
        );
  }

  it('are found in a gzip file, and a gzip file that cannot be unpacked is reported', async () => {
    const one = JSON.stringify(TELEMETRY_SAMPLE);
    const wrapped = {
      Records: [
        { Data: await packed(`${one}\n${one}`) },
        { Data: await packed(JSON.stringify({ records: [{ data: await packed(one) }] })) },
        { Data: (await packed(one)).slice(0, 40) },
        { Data: await packed('no record') },
        { Data: base64(TELEMETRY_SAMPLE) },
      ],
    };
    const inspection = inspect(JSON.stringify(wrapped));
    await unpack(inspection);
    const { good, faulty, groups } = inspection.summary();
    expect([good.telemetry, faulty]).toEqual([4, 2]);
    expect(groups.map(({ reason }) => reason).toSorted()).toEqual(['notJson', 'notUnpacked']);
  });

  it('are not looked for in gzip that is nested deeper than the limit', async () => {
    let text = JSON.stringify(TELEMETRY_SAMPLE);
    for (let depth = 0; depth < 20; depth += 1) text = JSON.stringify({ data: await packed(text) });
    const inspection = inspect(text);
    await unpack(inspection);
    expect(inspection.summary()).toMatchObject({ good: { telemetry: 0 }, faulty: 1 });
  });

  it.each([
    ['avro', 'Obj\u0001\u0004\u0014avro.codec'],
    ['parquet', 'PAR1\u0015'],
    ['zip', 'PK\u0003\u0004\u0014'],
  ])('are not read from a binary file, which is named: %s', (reason, content) => {
    const { faulty, groups } = inspect(JSON.stringify({ body: btoa(content) })).summary();
    expect([faulty, groups.map((group) => group.reason)]).toEqual([1, [reason]]);
  });

  it('are all found beside an invalid one', () => {
    const wrapped = { Records: [{ Data: btoa('{"trackingId":') }, { Data: base64(TELEMETRY_SAMPLE) }, { Data: '!' }] };
    const { good, faulty } = inspect(JSON.stringify(wrapped)).summary();
    expect([good.telemetry, faulty]).toEqual([1, 2]);
  });
});

describe('the inspection of records that other text separates', () => {
  const one = JSON.stringify(TELEMETRY_SAMPLE);
  it.each([
    ['line ends written as two characters', `${one}\\n${one}\\r\\n${one}`, 0],
    ['semicolons', `${one};${one}; ${one}`, 0],
    ['a word', `${one} then ${one}\n${one}`, 1],
    ['a bracket too many', `${one}}${one}\n${one}`, 1],
  ])('loses no record that is separated by: %s', (_, text, faulty) => {
    for (const chunk of [1, 7, 1000])
      expect(inspect(text, 'auto', chunk).summary()).toMatchObject({ good: { telemetry: 3 }, faulty });
  });

  it.each([
    ['', 1],
    [one, 1],
    [`${one}\n`, 1],
    [`${one}\n${one}\r\n`, 2],
    [`${one}\n\n`, 2],
  ])('counts in the text %j as many lines as $1', (text, lines) => expect(inspect(text).summary().lines).toBe(lines));

  it('treats null as no reading, and an address in upper case as the same beacon', () => {
    const text = [
      TELEMETRY_SAMPLE,
      { ...TELEMETRY_SAMPLE, batteryLevel: null, trackingId: TELEMETRY_SAMPLE.trackingId.toUpperCase() },
    ];
    const inspection = inspect(text.map((record) => JSON.stringify(record)).join('\n'));
    expect(inspection.summary().faults).toBe(0);
    expect(inspection.columns.beacons('telemetry')).toEqual([{ trackingId: TELEMETRY_SAMPLE.trackingId, records: 2 }]);
  });
});

describe("the plot of a stream's records", () => {
  const { columns } = inspect(telemetryLines(600, 3));

  it('lists beacons and the fields with readings', () => {
    expect(columns.beacons('telemetry')).toEqual(
      ['00', '01', '02'].map((end) => ({ trackingId: `e0:00:00:00:00:${end}`, records: 200 })),
    );
    expect(columns.fields()).toEqual(['rssi', 'batteryLevel', 'movementCounter', 'temperature']);
    expect(columns.beacons('position')).toEqual([]);
  });

  it('draws a field over time, counters as increments modulo 256', () => {
    const line = columns.line('e0:00:00:00:00:01', 'batteryLevel');
    expect(Array.from(line.times).slice(0, 2)).toEqual([1_772_445_601_000, 1_772_445_604_000]);
    expect(line.values).toHaveLength(200);
    expect(new Set(line.values)).toEqual(new Set([88]));
    const counter = columns.line('e0:00:00:00:00:01', 'movementCounter');
    expect(counter.values).toHaveLength(199);
    expect(new Set(counter.values)).toEqual(new Set([3]));
  });

  it('sorts readings by time and leaves out readings without a time', () => {
    const { timestamp: _t, beaconTimestamp: _b, ...timeless } = TELEMETRY_SAMPLE;
    const text = [
      { ...TELEMETRY_SAMPLE, timestamp: '2026-03-02T11:00:00Z', rssi: -2 },
      timeless,
      { ...TELEMETRY_SAMPLE, rssi: -1 },
    ]
      .map((one) => JSON.stringify(one))
      .join('\n');
    expect([...inspect(text).columns.line(TELEMETRY_SAMPLE.trackingId, 'rssi').values]).toEqual([-1, -2]);
    expect(inspect(text).summary().good.telemetry).toBe(3);
  });

  it('keeps the positions in order, and marks positions out of range', () => {
    const text = [POSITION_SAMPLE, { ...POSITION_SAMPLE, x: 20, lost: true }, { ...POSITION_SAMPLE, y: undefined }]
      .map((one) => JSON.stringify(one))
      .join('\n');
    const trail = inspect(text).columns.trail(POSITION_SAMPLE.trackingId);
    expect([[...trail.x], [...trail.y], [...trail.lost]]).toEqual([
      [12.5, 20],
      [3.75, 3.75],
      [0, 1],
    ]);
  });

  it('has no positions of a beacon that sends only one coordinate', () => {
    for (const name of ['x', 'y'] as const) {
      const trail = inspect(JSON.stringify({ ...POSITION_SAMPLE, [name]: undefined })).columns.trail(
        POSITION_SAMPLE.trackingId,
      );
      expect([trail.x.length, trail.y.length, trail.lost.length]).toEqual([0, 0, 0]);
    }
    const apart = [
      { ...POSITION_SAMPLE, x: undefined },
      { ...POSITION_SAMPLE, y: undefined },
    ];
    const { columns } = inspect(apart.map((one) => JSON.stringify(one)).join('\n'));
    expect([...columns.trail(POSITION_SAMPLE.trackingId).x]).toEqual([]);
  });

  it('has nothing of an unknown beacon or field', () => {
    expect([...columns.line('e0:00:00:00:00:09', 'rssi').values]).toEqual([]);
    expect([...columns.line('e0:00:00:00:00:01', 'humidity').values]).toEqual([]);
    expect([...columns.trail('e0:00:00:00:00:01').x]).toEqual([]);
  });

  it('keeps IDs that are no addresses apart in upper and lower case', () => {
    const ids = [
      'AA:BB:CC:DD:EE:FF',
      'aa:bb:cc:dd:ee:ff',
      'aabbccddeeff',
      'aa:bb:cc',
      'AA:BB:CC',
      'TAG A',
      'tag a',
      'x aa:bb:cc:dd:ee:ff',
      'x AA:BB:CC:DD:EE:FF',
      'aa:bb:cc:dd:ee:ff x',
      'AA:BB:CC:DD:EE:FF x',
    ];
    const text = ids.map((trackingId) => JSON.stringify({ ...TELEMETRY_SAMPLE, trackingId })).join('\n');
    expect(inspect(text).columns.beacons('telemetry')).toEqual([
      { trackingId: 'AA:BB:CC:DD:EE:FF', records: 2 },
      ...ids
        .slice(2)
        .sort()
        .map((trackingId) => ({ trackingId, records: 1 })),
    ]);
  });

  it('lists the beacons with the most records first, and beacons with equally many by their IDs', () => {
    const text = ['c', 'b', 'a', 'b', 'd', 'd'].map((trackingId) =>
      JSON.stringify({ ...TELEMETRY_SAMPLE, trackingId }),
    );
    expect(
      inspect(text.join('\n'))
        .columns.beacons('telemetry')
        .map(({ trackingId }) => trackingId),
    ).toEqual(['b', 'd', 'a', 'c']);
  });

  it('has no battery level of a beacon on external power, and keeps readings of the same time in their order', () => {
    const levels = [-1, 80, 0, 70].map((batteryLevel) => ({ ...TELEMETRY_SAMPLE, batteryLevel }));
    const own = createInspection('telemetry').columns;
    for (const one of levels) own.add('telemetry', one);
    expect([...own.line(TELEMETRY_SAMPLE.trackingId, 'batteryLevel').values]).toEqual([80, 0, 70]);
    own.add('telemetry', { ...TELEMETRY_SAMPLE, temperature: -1 });
    expect([...own.line(TELEMETRY_SAMPLE.trackingId, 'temperature').values]).toEqual([21.5, 21.5, 21.5, 21.5, -1]);
  });

  it('leaves faulty records out', () => {
    const { columns: none } = inspect(JSON.stringify({ ...TELEMETRY_SAMPLE, sourceId: 7 }));
    expect(none.beacons('telemetry')).toEqual([]);
  });
});

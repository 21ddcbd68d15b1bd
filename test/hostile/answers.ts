/**
 * Answers that no honest backend gives, as arbitraries for fast-check: bodies, statuses, headers, broken streams and
 * misbehaving fetches.
 */
import fc from 'fast-check';

/** What a fetch does with one call. ECHO in a body, a header or a message is replaced by the key of the call. */
export type HostileAnswer =
  | {
      readonly kind: 'response';
      readonly status: number;
      readonly headers: readonly (readonly [string, string])[];
      readonly body: string;
      readonly type?: ResponseType;
    }
  | { readonly kind: 'cutOff'; readonly status: number; readonly body: string }
  | { readonly kind: 'bytes'; readonly status: number; readonly bytes: Uint8Array }
  | { readonly kind: 'rejects'; readonly with: 'TypeError' | 'AbortError' | 'text' | 'nothing' | 'object' }
  | { readonly kind: 'throws' }
  | { readonly kind: 'noResponse' };

/** Stands for the key in what a backend echoes. */
export const ECHO = '<<key>>';

const MANY = 130_000;
const deepList = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const deepRecord = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

/** Whole bodies that are known to break parsers. */
const KNOWN_BODIES: readonly string[] = [
  '',
  ' ',
  '\u0000',
  '\uFEFF',
  'null',
  'true',
  '0',
  '-1',
  '1e999',
  '""',
  '"text"',
  '[]',
  '{}',
  '[null]',
  '[[]]',
  '[[[[]]]]',
  '{"configs":null}',
  '{"configs":[null]}',
  '{"configs":{}}',
  '{"configs":[{}]}',
  '{"configs":[{"uniqueId":null}]}',
  '{"configs":[{"uniqueId":"aB12","config":null}]}',
  '{"configs":[{"uniqueId":"aB12","config":17}]}',
  '{"commands":[{"uniqueId":"aB12","config":{"toString":1}}]}',
  '{"devices":[1,"x",null,[],{"uniqueId":1e300,"deviceType":{}}]}',
  '{"devices":[{"uniqueId":"aB12","deviceType":"BEACON","__proto__":{"x":1},"constructor":1,"toString":2,"hasOwnProperty":null,"valueOf":"x"}]}',
  '{"devices":[{"uniqueId":"aB12","deviceType":"BEACON","tags":{"length":3},"lastSeen":1e300,"batteryLevel":-5,"alias":{"x":1}}],"searchMeta":{"nextResults":17,"count":"many"}}',
  '{"devices":[{"uniqueId":"aB12","deviceType":"BEACON","lastSeen":"+275760-09-13T00:00:00.001Z","pendingConfig":[[]]}],"searchMeta":{"nextResults":"https://evil.example/device?startIndex=1e9","count":-1}}',
  '{"devices":[{"uniqueId":"aB12","deviceType":"BEACON","pendingConfig":"x"}],"searchMeta":{"nextResults":"https://evil.example/?startIndex=99999999999999999999&Api-Key=x#?startIndex=5"}}',
  '[{"uniqueId":"aB12","created":1e308,"updated":-1}]',
  '[{"uniqueId":["aB12"],"created":"never"}]',
  '[{"type":"telemetry","enabled":"yes","cloudStream":[],"eventHub":null}]',
  '[{"type":"telemetry","enabled":true,"cloudStream":{"endpoint":{"a":1},"streamName":17,"__proto__":null}}]',
  '[{"type":null}]',
  '[17,null,"x"]',
  '{"content":null,"page":null,"links":null}',
  '{"content":[null,17,{"trackingId":1}],"page":{"totalPages":-1,"hasNext":"no"},"links":[{"rel":{},"href":1}]}',
  '{"message":17,"cause":{},"details":"x","errors":[null,17,{"field":{}}]}',
  `{"message":"${ECHO}","details":[{"field":"${ECHO}","message":"${ECHO}"}],"errors":[{"error":"${ECHO}"}]}`,
  `{"cause":"${'x'.repeat(290)}${ECHO}"}`,
  `{"details":[{"message":"${'y'.repeat(285)}${ECHO}${ECHO}"}]}`,
  '<!doctype html><title>Login</title>',
  '<?xml version="1.0"?><e/>',
  '<script>x</script>',
  'OK',
  'QUJD',
  '{"configs":[',
  '[1,',
  '{"a":}',
  '\u2028',
  '\ud800',
  '"\ud800"',
  '"\\ud800"',
  'NaN',
  'undefined',
  '[object Object]',
  `[${'{"uniqueId":"aB12","created":5},'.repeat(3)}{"uniqueId":"aB12"}]`,
];

/**
 * Large bodies, slow to read, so each is used in a few calls: with more elements than a call takes arguments, or nested
 * deeper than a recursion can go.
 */
export const HEAVY_BODIES: readonly (readonly [name: string, body: string])[] = [
  ['a list of 130,000 records', `[${Array.from({ length: MANY }, () => '{"uniqueId":"aB12","created":5}').join(',')}]`],
  [
    'a list of 130,000 devices',
    `{"devices":[${Array.from({ length: MANY }, () => '{"uniqueId":"aB12","deviceType":"B"}').join(',')}]}`,
  ],
  ['130,000 faults', `{"errors":[${Array.from({ length: MANY }, () => '{"field":"f","error":"e"}').join(',')}]}`],
  ['lists 50,000 deep', deepList(50_000)],
  ['records 50,000 deep', deepRecord(50_000)],
  [
    'a device with a value 50,000 deep',
    `{"devices":[{"uniqueId":"aB12","deviceType":"BEACON","odd":${deepList(50_000)},"pendingConfig":{"deep":${deepRecord(50_000)}}}]}`,
  ],
  [
    'a configuration with a value 50,000 deep',
    `{"configs":[{"uniqueId":"aB12","odd":${deepList(50_000)},"rec":${deepRecord(50_000)}}]}`,
  ],
  ['a list of deep configurations', `[{"uniqueId":"aB12","odd":${deepList(50_000)}}]`],
  ['a deep stream', `[{"type":"telemetry","enabled":true,"odd":${deepList(50_000)}}]`],
  ['one text of 2,000,000 characters', `"${'x'.repeat(2_000_000)}"`],
];

const value = fc.jsonValue({ maxDepth: 4 });
const names = [
  'configs',
  'commands',
  'devices',
  'searchMeta',
  'content',
  'page',
  'links',
  'message',
  'errors',
  'details',
  'uniqueId',
  'deviceType',
  'config',
  'created',
  'updated',
  'pendingConfig',
  'tags',
  'lastSeen',
  'nextResults',
  'cloudStream',
  'eventHub',
  'type',
  'enabled',
  '__proto__',
  'constructor',
  'toString',
];
const element: fc.Arbitrary<unknown> = fc.dictionary(
  fc.constantFrom(...names),
  fc.oneof(value, fc.constantFrom('aB12', 'BEACON', 'telemetry', 'QUJD', 1e300, -1, null)),
  { maxKeys: 6 },
);
const envelope = fc.dictionary(
  fc.constantFrom(...names),
  fc.oneof(value, fc.array(element, { maxLength: 3 }), element),
  { maxKeys: 4 },
);

const bodies: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...KNOWN_BODIES) },
  { weight: 3, arbitrary: envelope.map((data) => JSON.stringify(data)) },
  { weight: 2, arbitrary: fc.array(element, { maxLength: 4 }).map((data) => JSON.stringify(data)) },
  { weight: 1, arbitrary: value.map((data) => JSON.stringify(data)) },
  // Valid JSON that was cut off.
  { weight: 2, arbitrary: fc.tuple(envelope, fc.nat(200)).map(([data, at]) => JSON.stringify(data).slice(0, at)) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
);

const statuses = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(200, 200, 201, 202, 204, 206, 207, 299) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      300,
      301,
      302,
      304,
      307,
      400,
      401,
      403,
      404,
      407,
      408,
      409,
      410,
      415,
      418,
      421,
      422,
      425,
      428,
      429,
      431,
      451,
      499,
      500,
      502,
      503,
      504,
      511,
      599,
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom(0, 100, 101, 199, 600, 999) },
);

const header: fc.Arbitrary<readonly [string, string]> = fc.oneof(
  fc.tuple(
    fc.constant('retry-after'),
    fc.constantFrom(
      '0',
      '-1',
      '1e9',
      '9'.repeat(400),
      'Thu, 01 Jan 1970 00:00:00 GMT',
      'Fri, 31 Dec 9999 23:59:59 GMT, 5',
      'soon',
      '',
      ',,;',
      '0x10',
      '5, 10, Infinity',
      'NaN',
    ),
  ),
  fc.tuple(
    fc.constant('date'),
    fc.constantFrom(
      '',
      'yesterday',
      '0',
      '-1',
      'Fri, 31 Dec 9999 23:59:59 GMT',
      'Thu, 01 Jan 1970 00:00:00 GMT',
      '+275760-09-13T00:00:00Z',
    ),
  ),
  fc.tuple(
    fc.constant('content-type'),
    fc.constantFrom(
      'text/html',
      'application/json',
      'application/json; charset=utf-16',
      'image/png',
      '',
      'multipart/mixed',
      'TEXT/HTML; x',
      'application/octet-stream',
    ),
  ),
  fc.tuple(fc.constant('location'), fc.constantFrom('https://evil.example/', 'javascript:alert(1)')),
  fc.tuple(fc.constant('x-echo'), fc.constant(ECHO)),
);

export const hostileAnswers: fc.Arbitrary<HostileAnswer> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant('response' as const),
      status: statuses,
      headers: fc.array(header, { maxLength: 4 }),
      body: bodies,
      type: fc.constantFrom<ResponseType>('cors', 'cors', 'cors', 'basic', 'opaque', 'opaqueredirect', 'error'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('cutOff' as const),
      status: fc.constantFrom(200, 201, 401, 422, 500),
      body: bodies,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('bytes' as const),
      status: fc.constantFrom(200, 404, 500),
      bytes: fc.uint8Array({ maxLength: 40 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('rejects' as const),
      with: fc.constantFrom('TypeError', 'AbortError', 'text', 'nothing', 'object'),
    }),
  },
  { weight: 1, arbitrary: fc.constantFrom<HostileAnswer>({ kind: 'throws' }, { kind: 'noResponse' }) },
);

/** Gives the answer as a fetch would; `key` is echoed. */
export function give(answer: HostileAnswer, key: string): Promise<Response> {
  const echoed = (text: string): string => text.replaceAll(ECHO, key);
  switch (answer.kind) {
    case 'response':
      return Promise.resolve(
        responseOf(
          answer.status,
          answer.headers.map(([name, text]) => [name, echoed(text)] as const),
          echoed(answer.body),
          answer.type,
        ),
      );
    case 'cutOff':
      return Promise.resolve(new Response(cutOffStream(echoed(answer.body), key), { status: answer.status }));
    case 'bytes':
      return Promise.resolve(new Response(new Uint8Array(answer.bytes), { status: answer.status }));
    case 'rejects':
      switch (answer.with) {
        case 'TypeError':
          return Promise.reject(new TypeError(`Failed to fetch ${'z'.repeat(280)}${key}`));
        case 'AbortError':
          return Promise.reject(new DOMException(`aborted ${key}`, 'AbortError'));
        case 'text':
          return Promise.reject(key);
        case 'nothing':
          return Promise.reject(undefined);
        case 'object':
          return Promise.reject({ message: key, toString: null });
      }
      break;
    case 'throws':
      throw new Error(`cannot send ${key}`);
    case 'noResponse':
      return Promise.resolve(undefined as unknown as Response);
  }
  throw new Error('unknown answer');
}

/** Statuses and types that the Response constructor refuses are defined on a valid Response. */
function responseOf(
  status: number,
  headers: readonly (readonly [string, string])[],
  body: string,
  type: ResponseType = 'cors',
): Response {
  const mayBeMade = status >= 200 && status <= 599;
  const isBodyless = status === 204 || status === 205 || status === 304;
  const response = new Response(isBodyless ? null : body, {
    status: mayBeMade ? status : 200,
    headers: headers.map(([name, text]): [string, string] => [name, text]),
  });
  Object.defineProperty(response, 'type', { value: type });
  if (!mayBeMade) {
    Object.defineProperty(response, 'status', { value: status });
    Object.defineProperty(response, 'ok', { value: false });
  }
  return response;
}

function cutOffStream(body: string, key: string): ReadableStream<Uint8Array> {
  let begun = false;
  return new ReadableStream({
    pull(controller) {
      if (!begun && body !== '') controller.enqueue(new TextEncoder().encode(body));
      else controller.error(new Error(`connection reset ${key}`));
      begun = true;
    },
  });
}

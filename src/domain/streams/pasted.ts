/** Takes apart text that was copied from a cloud console: connection strings, resource names, addresses and keys. */
import { cleanKey, withoutMarks } from '../clean-text.ts';
import type { DestinationKind, ShownField, TypedSecrets } from './stream.ts';

/**
 * `iotHub`: the connection string of an IoT hub, whose Event Hubs-compatible endpoint is a different one · `token`: a
 * signature that expires, not a key.
 */
type PastedDoubt = 'iotHub' | 'token';

export interface PastedParts {
  readonly kind: DestinationKind;
  readonly fields: Readonly<Partial<Record<ShownField, string>>>;
  readonly secrets: TypedSecrets;
  /** Values that follow from others, used only for empty fields. */
  readonly derived: Readonly<Partial<Record<ShownField, string>>>;
  readonly doubt: PastedDoubt | null;
}

const MAX_TEXT_LENGTH = 8000;
const ACCESS_KEY = /^(?:AKIA|ASIA)[A-Z0-9]{8,}$/;

/** Returns null for a single plain value, which stays in the field where it was pasted. */
export function readPasted(source: string): PastedParts | null {
  const text = withoutMarks(cleanKey(source.slice(0, MAX_TEXT_LENGTH)).text);
  return (
    hubString(text) ??
    hubToken(text) ??
    streamArn(text) ??
    consoleAddress(text) ??
    cloudKeys(text) ??
    (isAccessKey(text) ? cloud({}, { accessKey: text }) : null) ??
    (isCloudSecret(text) ? cloud({}, { secretKey: text }) : null) ??
    (isHubKey(text) ? hub({}, { sharedAccessKey: text }) : null)
  );
}

const SECRET_NAMES = ['?sig=', '&sig=', 'aws_secret_access_key', 'secretaccesskey'] as const;

/** True for text that contains a key or a token. It must not be sent in a field that is shown. */
export function holdsSecret(text: string): boolean {
  const lower = text.toLowerCase();
  const key = withoutMarks(text);
  return (
    SECRET_NAMES.some((name) => lower.includes(name)) ||
    /sharedaccess(?:key=|signature)/.test(lower.replace(/\s+/g, '')) ||
    isHubKey(key) ||
    isAccessKey(key) ||
    isCloudSecret(key)
  );
}

/** True for the ID of an AWS access key. */
export function isAccessKey(text: string): boolean {
  return ACCESS_KEY.test(text.trim());
}

/**
 * True for an AWS secret access key: 40 characters with a lower-case letter, an upper-case letter, and a digit, `/` or
 * `+`. A name that mixes all three would normally contain a dash or a dot.
 */
export function isCloudSecret(text: string): boolean {
  const key = text.trim();
  return /^[A-Za-z0-9/+]{40}$/.test(key) && /[a-z]/.test(key) && /[A-Z]/.test(key) && /[0-9/+]/.test(key);
}

/** True for a shared access key: 256 bits in Base64. */
function isHubKey(text: string): boolean {
  return /^[A-Za-z0-9+/]{43}=$/.test(text.trim());
}

/** True for a connection string, whole or in part. */
export function isConnectionString(text: string): boolean {
  for (const [, name = ''] of text.matchAll(/(?:^|[;"'\s])([a-z]+)\s*=/gi))
    if (HUB_PARTS.some((part) => part === name.toLowerCase())) return true;
  return false;
}

/**
 * Reads `Endpoint=sb://…;SharedAccessKeyName=…;SharedAccessKey=…;EntityPath=…`, in any order and in part, or
 * `HostName=…` of an IoT hub.
 */
function hubString(text: string): PastedParts | null {
  if (!isConnectionString(text)) return null;
  const parts = new Map<string, string>();
  for (const part of text.split(/[;\n]/)) {
    const at = part.indexOf('=');
    if (at < 0) continue;
    const name = part
      .slice(0, at)
      .replace(/[^A-Za-z]/g, '')
      .toLowerCase();
    const value = unquoted(part.slice(at + 1));
    // Compare only the end: the copied text may begin with a label, as in "Connection string: Endpoint=…".
    const hubPart = [...HUB_PARTS].find((one) => name.endsWith(one));
    if (hubPart !== undefined && value !== '') parts.set(hubPart, value);
  }
  const token = parts.get('sharedaccesssignature');
  const signed = token === undefined ? null : hubToken(token);
  const host = parts.get('hostname');
  const fields = {
    ...signed?.fields,
    ...fieldOf('endpoint', parts.get('endpoint') ?? (host === undefined ? undefined : `sb://${host}/`)),
    ...fieldOf('eventHubName', parts.get('entitypath')),
    ...fieldOf('sharedAccessKeyName', parts.get('sharedaccesskeyname')),
  };
  const key = parts.get('sharedaccesskey');
  if (Object.keys(fields).length === 0 && key === undefined) return null;
  return {
    ...hub(fields, key === undefined ? {} : { sharedAccessKey: key }),
    doubt: token === undefined ? (host === undefined ? null : 'iotHub') : 'token',
  };
}

// Longer names first, because they end with the shorter ones.
const HUB_PARTS = [
  'sharedaccesssignature',
  'sharedaccesskeyname',
  'sharedaccesskey',
  'entitypath',
  'endpoint',
  'hostname',
] as const;

/** Reads `SharedAccessSignature sr=…&sig=…&se=…&skn=…`: the names in it, without the signature. */
function hubToken(text: string): PastedParts | null {
  const query = /^(?:sharedaccesssignature\s+)?((?:[a-z]+=[^&\s]*&)+[a-z]+=[^&\s]*)$/i.exec(unquoted(text))?.[1];
  if (query === undefined) return null;
  const parameters = new URLSearchParams(query);
  const scope = parameters.get('sr');
  if (scope === null || !parameters.has('sig')) return null;
  const address = /^(?:[a-z]+:\/\/)?([^/?#]+)\/?([^/?#]*)/i.exec(scope);
  return {
    ...hub(
      {
        ...fieldOf('endpoint', address?.[1] === undefined ? undefined : `sb://${address[1]}/`),
        ...fieldOf('eventHubName', address?.[2]),
        ...fieldOf('sharedAccessKeyName', parameters.get('skn') ?? undefined),
      },
      {},
    ),
    doubt: 'token',
  };
}

function streamArn(text: string): PastedParts | null {
  const arn = /^arn:(aws[a-z-]*):kinesis:([a-z0-9-]+):\d*:stream\/([\w.-]+)$/i.exec(unquoted(text));
  if (arn === null) return null;
  const [, partition = '', region = '', streamName = ''] = arn;
  return cloud({ region, streamName }, {}, derivedEndpoint(region, partition));
}

/** Reads the address of a stream's page in the AWS console, or of an event hub's in the Azure portal. */
function consoleAddress(text: string): PastedParts | null {
  if (!/^https:\/\/\S+$/i.test(text)) return null;
  const [, site = ''] = /^https:\/\/([^/?#]+)/i.exec(text) ?? [];
  if (/(?:^|\.)console\.(?:aws\.amazon\.com|amazonaws\.cn|amazonaws-us-gov\.com)$/i.test(site)) {
    const region = /[?&]region=([a-z0-9-]+)/i.exec(text)?.[1] ?? /^([a-z]{2}-[a-z-]+-\d)\./i.exec(site)?.[1];
    const streamName = /\/streams?\/(?:details\/)?([\w.-]+)/i.exec(text)?.[1];
    if (!/kinesis/i.test(text) || region === undefined) return null;
    return cloud(
      { region, ...fieldOf('streamName', streamName) },
      {},
      derivedEndpoint(region, site.endsWith('.cn') ? 'aws-cn' : 'aws'),
    );
  }
  if (!/^(?:[\w-]+\.)*portal\.azure\.(?:com|us|cn)$/i.test(site)) return null;
  const [, path = ''] = text.split(/\/Microsoft\.EventHub\/namespaces\//i);
  const place = /^([a-z0-9-]+)(?:\/eventhubs\/([\w.-]+))?/i.exec(path);
  if (place === null) return null;
  return hub({ endpoint: `sb://${place[1]!}.servicebus.windows.net/`, ...fieldOf('eventHubName', place[2]) }, {});
}

/** Reads a credentials file, shell lines, the JSON of a tool, or the CSV file of a new key. */
function cloudKeys(text: string): PastedParts | null {
  const accessKey = text.split(/[^A-Za-z0-9]+/).find(isAccessKey);
  const [, ...afterName] = text.split(/aws_secret_access_key|secretaccesskey/i);
  const [named] = afterName.flatMap((after) => /^["']?\s*[:=]\s*["']?([A-Za-z0-9/+]{16,})/.exec(after)?.[1] ?? []);
  const secretKey = named ?? text.split(/[\s,;"']+/).find(isCloudSecret);
  // A single value is not a list of credentials.
  if (accessKey === text || secretKey === text || (accessKey === undefined && named === undefined)) return null;
  const region = /region["']?\s*[:=]\s*["']?([a-z]{2}-[a-z-]+-\d)/i.exec(text)?.[1];
  return cloud(fieldOf('region', region), {
    ...(accessKey === undefined ? {} : { accessKey }),
    ...(secretKey === undefined ? {} : { secretKey }),
  });
}

function derivedEndpoint(region: string, partition: string): PastedParts['derived'] {
  return { endpoint: `https://kinesis.${region}.amazonaws.com${partition === 'aws-cn' ? '.cn' : ''}` };
}

function cloud(
  fields: PastedParts['fields'],
  secrets: TypedSecrets,
  derived: PastedParts['derived'] = {},
): PastedParts {
  return { kind: 'cloudStream', fields, secrets, derived, doubt: null };
}

function hub(fields: PastedParts['fields'], secrets: TypedSecrets): PastedParts {
  return { kind: 'eventHub', fields, secrets, derived: {}, doubt: null };
}

function fieldOf(field: ShownField, value: string | undefined): PastedParts['fields'] {
  return value === undefined || value === '' ? {} : { [field]: value };
}

function unquoted(text: string): string {
  return text
    .trim()
    .replace(/^(?:"(.*)"|'(.*)')$/s, '$1$2')
    .replace(/^["']|["']$/g, '')
    .trim();
}

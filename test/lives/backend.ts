/**
 * The backend of a site: pending configurations, sealed packages, responses that are verified once, and every answer of
 * the interface's table.
 */
import { decodeBase64, encodeBase64 } from '../../src/domain/base64.ts';
import type { BackendFailure, BackendFailureKind, BackendResult } from '../../src/domain/backend-failure.ts';
import type { PostAnswer } from '../../src/domain/delivery/answer-types.ts';
import type { AttributeValues, Device } from '../../src/domain/device.ts';
import type { BlinkBackend } from '../../src/use-cases/prepare/blink-packets.ts';
import type { PrepareBackend } from '../../src/use-cases/prepare/backend-port.ts';
import type { DeliveryBackend } from '../../src/use-cases/outbox/ports.ts';
import { openResponse, packPackage } from './beacon.ts';
import { fixtureBareDevice } from '../support/fixture-rows.ts';

/**
 * How one call ends. `lostAfter`: it took effect, but no answer arrived · `repeated`: the same, and the repeat is
 * answered by a 4xx.
 */
export type Ending =
  'plain' | 'lostBefore' | 'lostAfter' | '503' | '503After' | '401' | '429' | '403' | '202' | 'repeated';

export interface BackendNature {
  /** The answer to a response that was verified before. */
  readonly repeat: 204 | 200 | 409;
  /** The answer to a response that matches nothing while nothing is pending. */
  readonly misfit: 422 | 204;
  /** Whether GET /config exists. */
  readonly listsPending: boolean;
  /** Whether it returns to its earlier values after everything was verified. */
  readonly rollsBack: boolean;
}

interface Entry {
  readonly index: number;
  value: number;
  pending: { readonly value: number; readonly serials: Set<number> } | null;
  lastToken: number;
  /** Serials that it has verified. */
  readonly verified: Set<number>;
  /** The state before its last verification; null when nothing can be rolled back. */
  before: { readonly value: number; readonly pending: NonNullable<Entry['pending']> } | null;
  /** Values that it has applied because of a verified response. */
  readonly applied: Set<number>;
  /** True when a post for this device was answered with a 2xx that arrived. */
  heardYes: boolean;
}

export interface SiteBackend extends PrepareBackend, BlinkBackend, DeliveryBackend {
  readonly entries: ReadonlyMap<string, Entry>;
  /** How the next calls end, in order; all later calls succeed. */
  readonly endings: Ending[];
  /** Returns a token newer than all before, from a packet that another phone of the same account received. */
  tokenElsewhere(uniqueId: string): number;
  /** Another phone has prepared this value, written it and delivered its receipt: nothing is pending then. */
  settledElsewhere(uniqueId: string, value: number): void;
  /** Returns the serial of a package from its Base64. */
  serialOf(base64: string): number;
  /**
   * Makes the last verified configuration pending again and restores the values before it; does nothing while another
   * one is pending.
   */
  rollBack(uniqueId: string): void;
  /** Returns the device as a device list shows it. */
  listed(uniqueId: string): Device;
  /**
   * Called when a new configuration replaces one with downloaded packages: their responses can never be verified then.
   */
  onReplaced: (uniqueId: string, serials: ReadonlySet<number>) => void;
}

export function createSiteBackend(ids: readonly string[], nature: BackendNature, nowMs: () => number): SiteBackend {
  const entries = new Map<string, Entry>(
    ids.map((id, index) => [
      id,
      {
        index,
        value: 0,
        pending: null,
        lastToken: 0,
        verified: new Set(),
        before: null,
        applied: new Set(),
        heardYes: false,
      },
    ]),
  );
  const serials = new Map<string, number>();
  const endings: Ending[] = [];
  let lastSerial = 0;

  /** Tokens are whole seconds: packages made in the same second for several beacons have the same token. */
  function seal(
    entry: Entry,
    value: number,
    operation: 'write' | 'command' = 'write',
  ): { readonly base64: string; readonly serial: number } {
    const serial = (lastSerial += 1);
    entry.lastToken = Math.max(Math.floor(nowMs() / 1000), entry.lastToken + 1);
    const bytes = packPackage({ beacon: entry.index, serial, token: entry.lastToken, value }, operation);
    const base64 = encodeBase64(bytes);
    serials.set(base64, serial);
    return { base64, serial };
  }

  function offered(entry: Entry): string {
    const { base64, serial } = seal(entry, entry.pending!.value);
    entry.pending!.serials.add(serial);
    return base64;
  }

  function listing(uniqueId: string, entry: Entry): PostAnswer {
    return { kind: 'listing', status: 200, isWhole: true, packages: [{ uniqueId, base64: offered(entry) }] };
  }

  function judge(uniqueId: string, base64: string): PostAnswer {
    const entry = entries.get(uniqueId)!;
    const marks = openResponse(decodeBase64(base64) ?? new Uint8Array());
    const isOfDevice = marks !== null && marks.beacon === entry.index;
    if (isOfDevice && entry.verified.has(marks.serial)) {
      if (nature.repeat === 409) return refusal('conflict', 409);
      if (entry.pending !== null) return listing(uniqueId, entry);
      return nature.repeat === 200
        ? { kind: 'listing', status: 200, isWhole: true, packages: [] }
        : { kind: 'nothingPending', status: 204 };
    }
    if (isOfDevice && entry.pending?.serials.has(marks.serial) === true) {
      entry.before = { value: entry.value, pending: entry.pending };
      entry.value = entry.pending.value;
      entry.applied.add(entry.value);
      entry.verified.add(marks.serial);
      entry.pending = null;
      return { kind: 'nothingPending', status: 204 };
    }
    if (entry.pending !== null) return listing(uniqueId, entry);
    // A response of this device that has been replaced never counts as applied.
    if (isOfDevice) return refusal('invalid', 422);
    return nature.misfit === 204 ? { kind: 'nothingPending', status: 204 } : refusal('invalid', 422);
  }

  function ending(): Ending {
    return endings.shift() ?? 'plain';
  }

  /** For calls that change nothing at the backend: returns the failure with which they end, or null. */
  function broken(how: Ending): { ok: false; failure: BackendFailure } | null {
    if (how === 'lostBefore' || how === 'lostAfter') return { ok: false, failure: failureOf('offline', 0) };
    if (how === '503' || how === '503After') return { ok: false, failure: failureOf('server', 503) };
    return null;
  }

  const self: SiteBackend = {
    onReplaced: () => undefined,
    entries,
    endings,
    serialOf: (base64) => serials.get(base64) ?? -1,
    tokenElsewhere(uniqueId) {
      const entry = entries.get(uniqueId)!;
      seal(entry, entry.value);
      return entry.lastToken;
    },
    settledElsewhere(uniqueId, value) {
      const entry = entries.get(uniqueId)!;
      entry.pending = null;
      entry.before = null;
      entry.value = value;
      entry.applied.add(value);
    },
    rollBack(uniqueId) {
      const entry = entries.get(uniqueId)!;
      if (entry.before === null || entry.pending !== null) return;
      entry.value = entry.before.value;
      entry.pending = entry.before.pending;
      entry.before = null;
    },
    listed(uniqueId) {
      const entry = entries.get(uniqueId)!;
      return fixtureBareDevice(uniqueId, { attributes: { minor: entry.value }, pending: pendingOf(entry) });
    },
    async postResponse({ uniqueId, responseBase64 }) {
      const how = ending();
      const entry = entries.get(uniqueId)!;
      switch (how) {
        case 'lostBefore':
          return refusal('offline', 0);
        case '503':
          return refusal('server', 503);
        case '401':
          return refusal('key', 401);
        case '403':
          return refusal('forbidden', 403);
        case '429':
          return { kind: 'failed', failure: { ...failureOf('rateLimit', 429), retryAfterMs: 2000 } };
      }
      const answer = judge(uniqueId, responseBase64);
      switch (how) {
        case 'lostAfter':
          return refusal('offline', 0);
        case '503After':
          return refusal('server', 503);
        case 'repeated':
          return answer.kind === 'failed' ? answer : refusal('conflict', 409);
        default:
          if (answer.kind !== 'failed') entry.heardYes = true;
          return how === '202' && answer.kind === 'nothingPending' ? { kind: 'accepted', status: 202 } : answer;
      }
    },
    async createConfig({ uniqueIds, values }) {
      const how = ending();
      if (how === 'lostBefore' || how === '503') return broken(how)!;
      const [uniqueId] = uniqueIds;
      const entry = entries.get(uniqueId!)!;
      if (entry.pending !== null) self.onReplaced(uniqueId!, entry.pending.serials);
      entry.pending = { value: Number(values['minor']), serials: new Set() };
      return broken(how) ?? { ok: true, value: { records: [{ uniqueId: uniqueId!, values }] } };
    },
    async encryptConfig(uniqueId) {
      const failed = broken(ending());
      if (failed !== null) return failed;
      const entry = entries.get(uniqueId)!;
      return { ok: true, value: entry.pending === null ? null : offered(entry) };
    },
    async encryptCommands(uniqueIds) {
      const failed = broken(ending());
      if (failed !== null) return failed;
      return {
        ok: true,
        value: uniqueIds.map((uniqueId) => ({ uniqueId, base64: seal(entries.get(uniqueId)!, 0, 'command').base64 })),
      };
    },
    async readPending(uniqueId) {
      if (!nature.listsPending) return { ok: false, failure: failureOf('notFound', 404) };
      return { ok: true, value: pendingOf(entries.get(uniqueId)!) };
    },
    async readDevice(uniqueId): Promise<BackendResult<Device>> {
      return { ok: true, value: self.listed(uniqueId) };
    },
    postReading() {
      throw new Error('a site reads no beacon');
    },
    postVirtual() {
      throw new Error('a site has no virtual values');
    },
  };
  return self;
}

function pendingOf({ pending }: Entry): AttributeValues | null {
  return pending === null ? null : { minor: pending.value };
}

function refusal(kind: BackendFailureKind, status: number): PostAnswer & { kind: 'failed' } {
  return { kind: 'failed', failure: failureOf(kind, status) };
}

function failureOf(kind: BackendFailureKind, status: number): BackendFailure {
  return { kind, status, message: '', fields: [], retryAfterMs: null };
}

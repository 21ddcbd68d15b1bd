/**
 * The state of the emulated backend: plain JSON with one part for each namespace, which contains only differences from
 * the seed's fleet.
 */
import type { AccountName } from '../fleet.ts';
import type { AttributeValue, Values } from '../values.ts';
import type { BackendFault } from './faults.ts';
import { DEFAULT_OPTIONS, type SandboxOptions } from './options.ts';
import type { StreamRecord, StreamType } from '../streams/stream.ts';

interface Pending {
  values: Values;
  /** Unix seconds. */
  created: number;
  updated: number;
  /** Tokens of the packages that contain exactly these values. */
  tokens: number[];
  /** The newest package. */
  package?: string;
}

export interface DeviceRecord {
  /** Physical values that differ from the fleet's. */
  physical: Record<string, AttributeValue>;
  virtual: Record<string, AttributeValue>;
  pending: Pending | null;
  /** The last token that was issued. Tokens only increase. */
  lastToken: number;
  /** Tokens whose response was verified. */
  applied: number[];
  /** Number of state changes by token. Never more than 1. */
  effects: Record<string, number>;
  /** Numbers of responses posted for the device: all, the repeated ones, and those that were not verified. */
  posts: number;
  repeats: number;
  notVerified: number;
  virtualPosts: number;
  /** The time that was posted with the last verified response, Unix seconds. */
  updated: number | null;
}

interface AssignedOrder {
  readonly account: AccountName;
  /** Both in Unix seconds. The devices appear at `ready`. */
  readonly assigned: number;
  readonly ready: number;
}

interface Move {
  readonly managerEmail: string;
  /** Unix seconds. */
  readonly at: number;
}

export interface Share {
  readonly managerMail: string;
  readonly access: 'VIEWER' | 'EDITOR';
  /** Unix seconds. Null: it does not expire. */
  readonly expirationDate: number | null;
  readonly withMetadata: boolean;
}

export interface NamespaceState {
  options: SandboxOptions;
  faults: readonly BackendFault[];
  devices: Record<string, DeviceRecord>;
  /** Orders that were assigned in this namespace, by order ID. */
  orders: Record<string, AssignedOrder>;
  /** Where devices were moved, by uniqueId. */
  moves: Record<string, Move>;
  /** By uniqueId. Includes expired shares. */
  shares: Record<string, readonly Share[]>;
  /** Mail addresses of accounts whose access from the fleet was revoked, by uniqueId. */
  revoked: Record<string, readonly string[]>;
  streams: Partial<Record<StreamType, StreamRecord>>;
}

export interface BackendState {
  version: 1;
  namespaces: Record<string, NamespaceState>;
}

export function emptyNamespace(): NamespaceState {
  return {
    options: DEFAULT_OPTIONS,
    faults: [],
    devices: {},
    orders: {},
    moves: {},
    shares: {},
    revoked: {},
    streams: {},
  };
}

/** Returns the namespace, and creates it if it does not exist. "" is the default one. */
export function namespaceOf(state: BackendState, name: string): NamespaceState {
  return (state.namespaces[name] ??= emptyNamespace());
}

/** Returns the record of a device, and creates it if the device was never changed. */
export function recordOf(namespace: NamespaceState, uniqueId: string): DeviceRecord {
  return (namespace.devices[uniqueId] ??= emptyRecord());
}

/** Returns the record of a device for reading only. Creates none. */
export function peekRecord(namespace: NamespaceState, uniqueId: string): Readonly<DeviceRecord> {
  return namespace.devices[uniqueId] ?? UNCHANGED;
}

/** Parses a stored state. Returns an empty one if it cannot be parsed. */
export function parseState(json: string | null | undefined): BackendState {
  try {
    const parsed = JSON.parse(json ?? 'null') as BackendState | null;
    if (parsed?.version === 1 && typeof parsed.namespaces === 'object') return completed(parsed);
  } catch {
    // A damaged practice state is replaced by a new one, because it contains nothing of value.
  }
  return { version: 1, namespaces: {} };
}

/** Adds the fields that a state stored by an earlier version lacks. */
function completed(state: BackendState): BackendState {
  for (const [name, namespace] of Object.entries(state.namespaces)) {
    state.namespaces[name] = {
      ...emptyNamespace(),
      ...namespace,
      options: { ...DEFAULT_OPTIONS, ...namespace.options },
    };
  }
  return state;
}

const UNCHANGED: Readonly<DeviceRecord> = emptyRecord();

function emptyRecord(): DeviceRecord {
  return {
    physical: {},
    virtual: {},
    pending: null,
    lastToken: 0,
    applied: [],
    effects: {},
    posts: 0,
    repeats: 0,
    notVerified: 0,
    virtualPosts: 0,
    updated: null,
  };
}

/** An older version of the app with all that it stored on a phone, in one file. */
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { createSandboxBackend } from '../../src/sandbox/server.ts';
import { startAppServer, type RunningServer } from './app-server.ts';
import { launchBrowser, type TestBrowser } from './browser.ts';
import type { Beacon } from './peripheral.ts';
import type { StoredOrigin } from './stored-origin.ts';

/** Rows and files contain the origin, so it is the same on every machine: a name that leads to the server of the test. */
export const OLDER_ORIGIN = 'http://localhost';

/** The version that the app shows of itself. */
export const OLDER_NAME = '1.0.0+older';

/** What was begun in the older version. Devices are named by uniqueId. */
export interface OlderWork {
  /** The namespace of the sandbox. */
  readonly sandbox: string;
  /** Its receipt waits, because the backend did not answer. */
  readonly toSend: string;
  /** The browser was killed in its run, after the beacon had taken the packet. */
  readonly cutOff: string;
  /** Typed into the forms of a device and not sent. */
  readonly drafted: { readonly uniqueId: string; readonly interval: string; readonly notes: string };
  readonly job: {
    readonly id: string;
    readonly parked: string;
    readonly reason: string;
    readonly open: readonly string[];
  };
  readonly lockedAccount: { readonly name: string; readonly passphrase: string };
  /** Nothing was done with these. */
  readonly untouched: readonly string[];
}

export interface OlderProfile {
  readonly work: OlderWork;
  readonly stored: StoredOrigin;
  /** The state of the sandbox's backend, as JSON. */
  readonly backend: string;
  readonly beacons: readonly Beacon[];
}

interface OlderVersion extends OlderProfile {
  /** The served files by path, without the pictures for app stores, which no page loads. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** `build`: the folder of the served files. */
export function writeOlderVersion(file: string, build: string, profile: OlderProfile): void {
  const files = readdirSync(build, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((from) => [path.relative(build, from).replaceAll(path.sep, '/'), readFileSync(from)] as const)
    .filter(([name]) => !name.startsWith('screenshots/'));
  const version: OlderVersion = { ...profile, files: new Map(files) };
  const params = { [constants.BROTLI_PARAM_LGWIN]: 24 };
  writeFileSync(file, brotliCompressSync(serialize(version), { params }));
}

/** Writes the served files into the folder `build`. */
export function readOlderVersion(file: string, build: string): OlderProfile {
  const { files, ...profile } = deserialize(brotliDecompressSync(readFileSync(file))) as OlderVersion;
  for (const [name, bytes] of files) {
    mkdirSync(path.dirname(path.join(build, name)), { recursive: true });
    writeFileSync(path.join(build, name), bytes);
  }
  return profile;
}

export interface OlderSite {
  readonly server: RunningServer;
  /** Opens the browser on the profile. */
  launch(): Promise<TestBrowser>;
  /** The state of the sandbox's backend, as JSON. */
  backend(): string;
}

/** Serves the folder `served` with a sandbox of this state, to browsers as `OLDER_ORIGIN`. */
export async function openOlderSite(served: string, profile: string, state?: string): Promise<OlderSite> {
  const backend = createSandboxBackend({ now: Date.now, ...(state === undefined ? {} : { state }) });
  const server = await startAppServer({ outDir: served, backend });
  const { host } = new URL(server.otherOrigin);
  const rule = `--host-resolver-rules=MAP localhost:80 ${host}`;
  return {
    server,
    launch: () => launchBrowser({ profile, flags: [rule] }),
    backend: () => backend.state(),
  };
}

/** A document of the origin that runs none of the app's code. */
export const BLANK_ADDRESS = `${OLDER_ORIGIN}/robots.txt`;

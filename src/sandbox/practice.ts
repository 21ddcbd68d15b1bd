/** Entry of practice mode: the sandbox's radio, backend and panel, over HTTP or entirely in the page. */
import { createSandboxBackend, type SandboxBackend } from './backend/backend.ts';
import { ConnectionDropped } from './backend/faults.ts';
import { EDITOR_KEY, OWNER_KEY } from './backend/gate.ts';
import { createPracticeBluetooth } from './bluetooth/bluetooth.ts';
import { choosePracticeBeacon } from './bluetooth/chooser.ts';
import { createBeaconStore } from './bluetooth/beacon-store.ts';
import { practiceControls } from './panel/controls.ts';
import { PracticePanel } from './panel/practice-panel.ts';
import { NEARBY_IDS } from './fleet.ts';
import { guideFaults, jobFaults, practiceJob } from './practice-job.ts';
import { DEFAULT_SEED } from './seed.ts';
import { PRACTICE_CHANNEL_KEY, PRACTICE_STATE_KEY } from '../names.ts';

/** `http`: a server has the sandbox beside the app. `page`: the same handler runs in the page (static deployment). */
type PracticeChannel = 'http' | 'page';

export type Practice = Awaited<ReturnType<typeof openPractice>>;

interface PracticeOptions {
  /** Origin of the page, such as "http://localhost:4173". */
  readonly origin: string;
  /** False for tests without real clicks. Default true. */
  readonly needsGesture?: boolean;
  readonly storage?: Storage;
}

/** A host without a sandbox answers at once. Only a network that hangs takes this long, and only at the first start. */
const HELLO_TIMEOUT_MS = 8000;

/** Finds the sandbox and opens it. */
export async function openPractice(options: PracticeOptions) {
  const { origin } = options;
  const storage = options.storage ?? localStorage;
  const baseUrl = `${origin}/sandbox`;
  const channel = await channelFor(origin, storage);
  const send = channel === 'http' ? globalThis.fetch.bind(globalThis) : pageFetch(origin, storage);
  const beaconStore = createBeaconStore({ seed: DEFAULT_SEED, storage, now: Date.now });
  const controls = practiceControls({ send, controlUrl: `${baseUrl}/control`, beaconStore });
  const bluetooth = createPracticeBluetooth({
    beaconStore,
    choose: choosePracticeBeacon,
    needsGesture: options.needsGesture ?? true,
  });
  const job = practiceJob(DEFAULT_SEED);
  return {
    channel,
    /** Replaces navigator.bluetooth. It has the members that a page uses, not all that the type lists. */
    bluetooth: bluetooth as unknown as Bluetooth,
    /** Replaces fetch. Answers requests below `baseUrl` and `legacyBaseUrl` and passes others on. */
    fetch: send,
    ownerKey: OWNER_KEY,
    editorKey: EDITOR_KEY,
    /** Base of the v3 paths, without `/v3/…`. */
    baseUrl,
    /** Base of the legacy paths, without `/device`. */
    legacyBaseUrl: `${baseUrl}/legacy`,
    vendor: 'kontakt',
    controls,
    /** Brings a beacon of the fleet near, so that the chooser lists it. Returns false if there is no such beacon. */
    bringNear: (uniqueId: string) => beaconStore.bringNear(uniqueId),
    /** For the guide and the page More (`PracticeActions`). */
    hand: {
      firstBeacon: NEARBY_IDS[0],
      dropNextLink: () => beaconStore.setFaults(guideFaults(beaconStore.faults())),
      job,
      failSomeOfJob: () => beaconStore.setFaults(jobFaults(job, beaconStore.faults())),
      createPanel: (): HTMLElement => Object.assign(new PracticePanel(), { controls }),
    },
    /** Restores the initial state of backend and beacons. Rejects if the backend cannot be reached. */
    reset: (): Promise<void> => controls.reset(),
  };
}

/** Returns a fetch that calls the same handler. Exported for tests of the sandbox in the page. */
export function pageFetch(origin: string, storage: Pick<Storage, 'getItem' | 'setItem'>): typeof fetch {
  const store = {
    read: () => storage.getItem(PRACTICE_STATE_KEY),
    write: (json: string) => storage.setItem(PRACTICE_STATE_KEY, json),
  };
  const backend = createSandboxBackend({ now: Date.now, store });
  return async (input, init) => {
    const request = new Request(input, init);
    if (!request.url.startsWith(`${origin}/sandbox/`)) return globalThis.fetch(request);
    return answered(backend, request);
  };
}

async function answered(backend: SandboxBackend, request: Request): Promise<Response> {
  request.signal.throwIfAborted();
  try {
    const response = await backend.handle(request);
    const location = response.headers.get('location');
    if (response.status < 300 || response.status >= 400 || location === null) return response;
    if (request.redirect === 'error') throw new ConnectionDropped('redirect');
    if (request.redirect === 'manual') return withFacts(Response.error(), { type: 'opaqueredirect' });
    const target = new URL(location, request.url);
    return withFacts(await backend.handle(new Request(target, { signal: request.signal })), {
      redirected: true,
      url: target.href,
    });
  } catch (error) {
    if (request.signal.aborted) throw request.signal.reason;
    if (error instanceof ConnectionDropped) throw new TypeError('Failed to fetch', { cause: error });
    throw error;
  }
}

/** Adds properties that only a fetched response has, such as its URL. */
function withFacts(response: Response, facts: Readonly<Record<string, unknown>>): Response {
  for (const [name, value] of Object.entries(facts)) Object.defineProperty(response, name, { value });
  return response;
}

/**
 * Picked once: packages that were prepared with one backend cannot be used with the other, and later starts need no
 * probe.
 */
async function channelFor(origin: string, storage: Storage): Promise<PracticeChannel> {
  const stored = storage.getItem(PRACTICE_CHANNEL_KEY);
  if (stored === 'http' || stored === 'page') return stored;
  const channel: PracticeChannel = (await isSandboxServed(origin)) ? 'http' : 'page';
  storage.setItem(PRACTICE_CHANNEL_KEY, channel);
  return channel;
}

async function isSandboxServed(origin: string): Promise<boolean> {
  try {
    const response = await globalThis.fetch(`${origin}/sandbox/control/hello`, {
      cache: 'no-store',
      signal: AbortSignal.timeout(HELLO_TIMEOUT_MS),
    });
    // A static host may answer any path with the app's own page.
    const hello = (await response.json()) as { sandbox?: unknown } | null;
    return hello?.sandbox === 'beacon-fieldkit';
  } catch {
    return false;
  }
}

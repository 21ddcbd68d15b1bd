/**
 * The pages of GET /device in their order, the largest that the backend gives, a few of them in flight. Backends
 * differ: some refuse a large page, some return less than was requested without saying so (product.md "Lists that
 * move").
 */
import type { BackendResult } from '../../domain/backend-failure.ts';
import type { DeviceListBackend, DevicePage } from './ports.ts';

/** Sizes to try in turn when the backend refuses a page as too large. */
const SMALLER = [200, 100, 50, 10] as const;
/** Pages requested ahead while one is stored. */
const AHEAD = 2;

type Place = string | number;

/** A page after the end. */
const NOTHING = {
  devices: [],
  startIndex: 0,
  skipped: 0,
  nextQuery: null,
  breaksOff: false,
  isCut: false,
  count: null,
};

export function createPageWalk(backend: DeviceListBackend, most: number, signal: AbortSignal) {
  let size = most;
  let at: Place = 0;
  /**
   * Where the walk goes on if the page that is requested begins with no new device: at a link, or null for the end.
   * Undefined: the page is not in doubt.
   */
  let otherwise: Place | null | undefined;
  /** A link passes over devices that this key does not see, and not over some that it sees. */
  let mayPassOver = false;
  const inFlight = new Map<Place, Promise<BackendResult<DevicePage>>>();

  function request(place: Place): Promise<BackendResult<DevicePage>> {
    const known = inFlight.get(place);
    if (known !== undefined) return known;
    const requested = backend.devicePage(place, size, signal);
    inFlight.set(place, requested);
    // A page that was requested ahead may not be needed; otherwise `next` gets the error.
    requested.catch(() => {});
    return requested;
  }

  function begin(): void {
    inFlight.clear();
    at = 0;
    otherwise = undefined;
  }

  /** The place after a page, or null at the end. */
  function placeAfter({ devices, skipped, startIndex, nextQuery }: DevicePage): Place | null {
    const came = devices.length + skipped;
    const linked = nextQuery === null ? null : startOf(nextQuery);
    const passesOver = linked !== null && came > 0 && linked > startIndex + came && !mayPassOver;
    if (nextQuery !== null && !passesOver) return nextQuery;
    // Fewer came than were requested, and the list goes on elsewhere or ends after a round number: the backend may have
    // left some out. What follows them is requested to find out.
    if (nextQuery === null && (came === 0 || came >= size || came % 10 > 0 || mayPassOver)) return null;
    otherwise = nextQuery;
    return startIndex + came;
  }

  return {
    /** `seen`: the IDs of earlier pages. */
    async next(seen: ReadonlySet<string>): Promise<BackendResult<DevicePage>> {
      for (;;) {
        const answered = await request(at);
        inFlight.delete(at);
        const isRefused = !answered.ok && answered.failure.kind === 'invalid';
        if (otherwise !== undefined && (answered.ok ? !beginsNew(answered.value, seen) : isRefused)) {
          if (otherwise === null) return { ok: true, value: NOTHING };
          mayPassOver = true;
          at = otherwise;
          otherwise = undefined;
          continue;
        }
        const smaller = SMALLER.find((one) => one < size);
        if (at !== 0 || smaller === undefined || !isRefused) return answered;
        size = smaller;
      }
    },
    /**
     * Takes note of the page that has come. True: `next` returns another one. `expected`: how many devices the list had
     * before.
     */
    goOn(page: DevicePage, expected: number): boolean {
      otherwise = undefined;
      if (page.isCut) return false;
      const after = placeAfter(page);
      if (after === null) return false;
      const step = typeof after === 'string' ? startOf(after) - page.startIndex : 0;
      at = after;
      void request(at);
      // The links of a list whose pages are all full are known in advance.
      if (typeof after === 'string' && step === page.devices.length + page.skipped)
        for (let ahead = 1; ahead < AHEAD + 1; ahead += 1) {
          const start = startOf(after) + ahead * step;
          if (start < (page.count ?? expected)) void request(withStart(after, start));
        }
      return true;
    },
    /** Begins anew. */
    again: begin,
  };
}

/** True when the first device of the page is new: then the page before it was followed by devices that it left out. */
function beginsNew({ devices: [first] }: DevicePage, seen: ReadonlySet<string>): boolean {
  return first !== undefined && !seen.has(first.uniqueId);
}

function startOf(query: string): number {
  return Number(new URLSearchParams(query).get('startIndex'));
}

function withStart(query: string, start: number): string {
  const fields = new URLSearchParams(query);
  fields.set('startIndex', String(start));
  return fields.toString();
}

/**
 * The pages of GET /device in their order, the largest that the backend gives, a few of them in flight. Backends differ: some
 * refuse a large page, some return less than was requested without saying so (product.md "Lists that move").
 */
import type { BackendResult } from '../../domain/backend-failure.ts';
import type { DeviceListBackend, DevicePage } from './ports.ts';

/** Sizes to try in turn when the backend refuses a page as too large. */
const SMALLER = [200, 100, 50, 10] as const;
/** Pages requested ahead while one is stored. */
const AHEAD = 2;

interface PageWalk {
  /** `seen`: the IDs of earlier pages. */
  next(seen: ReadonlySet<string>): Promise<BackendResult<DevicePage>>;
  /**
   * Takes note of the page that has come. True: `next` returns another one. `expected`: how many devices the list had
   * before.
   */
  goOn(page: DevicePage, expected: number): boolean;
  /** Begins anew. */
  again(): void;
}

type Place = string | number;

/** A page after the end. */
const NOTHING = { devices: [], skipped: 0, nextQuery: null, breaksOff: false, isCut: false, count: null };

export function createPageWalk(backend: DeviceListBackend, most: number, signal: AbortSignal): PageWalk {
  let size = most;
  let at: Place = 0;
  /** The last page may have been the end. */
  let isTentative = false;
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
    isTentative = false;
  }

  /** The place after a page, or null at the end. */
  function placeAfter({ devices, skipped, startIndex, nextQuery }: DevicePage): Place | null {
    const came = devices.length + skipped;
    const linked = nextQuery === null ? null : startOf(nextQuery);
    // The link passes over devices that did not come: the backend returns fewer than were requested, but counts on.
    if (linked !== null && came > 0 && linked > startIndex + came) size = came;
    else if (nextQuery !== null) return nextQuery;
    // So does one that ends without a link. A list that ends there has no further page, and the walk is over.
    else if (came === 0 || came >= size || came % 10 > 0) return null;
    else isTentative = true;
    return startIndex + came;
  }

  return {
    async next(seen) {
      for (;;) {
        const answered = await request(at);
        inFlight.delete(at);
        const smaller = SMALLER.find((one) => one < size);
        const isRefused = !answered.ok && answered.failure.kind === 'invalid';
        if (isTentative && typeof at === 'number' && (answered.ok ? !hasNew(answered.value, seen) : isRefused))
          return { ok: true, value: { ...NOTHING, startIndex: at } };
        if (at !== 0 || smaller === undefined || !isRefused) return answered;
        size = smaller;
      }
    },
    goOn(page, expected) {
      isTentative = false;
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
    again: begin,
  };
}

function hasNew({ devices }: DevicePage, seen: ReadonlySet<string>): boolean {
  return devices.some(({ uniqueId }) => !seen.has(uniqueId));
}

function startOf(query: string): number {
  return Number(new URLSearchParams(query).get('startIndex'));
}

function withStart(query: string, start: number): string {
  const fields = new URLSearchParams(query);
  fields.set('startIndex', String(start));
  return fields.toString();
}

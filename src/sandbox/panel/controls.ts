/** The settings that the practice panel and tests can change, the same over HTTP and in the page. */
import type { BeaconMode } from '../beacon/beacon.ts';
import { characteristicsOf } from '../beacon/profile.ts';
import type { BeaconFault } from '../beacon/faults.ts';
import type { BackendFault } from '../backend/faults.ts';
import type { SandboxOptions } from '../backend/options.ts';
import type { BeaconStore } from '../bluetooth/beacon-store.ts';

/** The visible state of a nearby beacon. */
export interface SeenBeacon {
  readonly uniqueId: string;
  readonly mode: BeaconMode;
  /** True while its light blinks, as after BLINK_10S and BLINK_30S. */
  readonly blinks: boolean;
  /** The last command that it executed. Null: none. */
  readonly lastCommand: string | null;
}

/** An order that can be assigned in practice. */
export interface PracticeOrder {
  readonly orderId: string;
  readonly devices: number;
  /** Null if it is not assigned yet. */
  readonly assigned: object | null;
}

export type PracticeControls = ReturnType<typeof practiceControls>;

interface ControlsOptions {
  readonly send: typeof fetch;
  readonly controlUrl: string;
  readonly beaconStore: BeaconStore;
  /** Returns the current time, Unix ms. Default: Date.now. */
  readonly now?: () => number;
}

export function practiceControls({ send, controlUrl, beaconStore, now = Date.now }: ControlsOptions) {
  async function call<Answer>(method: string, action: string, body?: unknown): Promise<Answer> {
    const init = body === undefined ? { method } : { method, body: JSON.stringify(body) };
    const response = await send(`${controlUrl}/${action}`, init);
    if (!response.ok) throw new Error(`The sandbox answered ${response.status} to ${action}`);
    return (await response.json()) as Answer;
  }

  return {
    beacons: () =>
      beaconStore.nearby().map(({ uniqueId }) => {
        const { mode, blinksUntilMs, commands } = beaconStore.load(uniqueId);
        return { uniqueId, mode, blinks: now() < blinksUntilMs, lastCommand: commands.at(-1) ?? null };
      }),
    orders: () => call<readonly PracticeOrder[]>('GET', 'orders'),
    beaconFaults: () => beaconStore.faults(),
    setBeaconFaults: (faults: readonly BeaconFault[]): void => beaconStore.setFaults(faults),
    /** True if the nearby beacons have the Token characteristic 81F3. */
    tokenReadable: () =>
      beaconStore
        .nearby()
        .every(({ uniqueId }) => characteristicsOf(beaconStore.load(uniqueId)).some(({ name }) => name === 'token')),
    setTokenReadable(tokenReadable: boolean) {
      for (const { uniqueId } of beaconStore.nearby())
        beaconStore.change(uniqueId, (state) => ({ ...state, tokenReadable }));
    },
    powerCycle: (): void => beaconStore.powerCycleAll(),
    backendFaults: () => call<readonly BackendFault[]>('GET', 'faults'),
    async setBackendFaults(faults: readonly BackendFault[]): Promise<void> {
      await call('PUT', 'faults', faults);
    },
    backendOptions: () => call<SandboxOptions>('GET', 'options'),
    async setBackendOptions(options: Partial<SandboxOptions>): Promise<void> {
      await call('POST', 'options', options);
    },
    async reset(): Promise<void> {
      await call('POST', 'reset');
      beaconStore.reset();
    },
  };
}

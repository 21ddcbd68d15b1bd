/** The settings that the practice panel and tests can change, the same over HTTP and in the page. */
import type { BeaconMode } from '../beacon/beacon.ts';
import { characteristicsOf } from '../beacon/profile.ts';
import type { BeaconFault, BeaconFaults } from '../beacon/faults.ts';
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

export interface PracticeControls {
  beacons(): readonly SeenBeacon[];
  orders(): Promise<readonly PracticeOrder[]>;
  beaconFaults(): BeaconFaults;
  setBeaconFaults(faults: readonly BeaconFault[]): void;
  /** True if the nearby beacons have the Token characteristic 81F3. */
  tokenReadable(): boolean;
  setTokenReadable(readable: boolean): void;
  powerCycle(): void;
  backendFaults(): Promise<readonly BackendFault[]>;
  setBackendFaults(faults: readonly BackendFault[]): Promise<void>;
  backendOptions(): Promise<SandboxOptions>;
  setBackendOptions(options: Partial<SandboxOptions>): Promise<void>;
  reset(): Promise<void>;
}

interface ControlsOptions {
  readonly send: typeof fetch;
  readonly controlUrl: string;
  readonly beaconStore: BeaconStore;
  /** Returns the current time, Unix ms. Default: Date.now. */
  readonly now?: () => number;
}

export function practiceControls({ send, controlUrl, beaconStore, now = Date.now }: ControlsOptions): PracticeControls {
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
    orders: () => call('GET', 'orders'),
    beaconFaults: () => beaconStore.faults(),
    setBeaconFaults: (faults) => beaconStore.setFaults(faults),
    tokenReadable: () =>
      beaconStore
        .nearby()
        .every(({ uniqueId }) => characteristicsOf(beaconStore.load(uniqueId)).some(({ name }) => name === 'token')),
    setTokenReadable(tokenReadable) {
      for (const { uniqueId } of beaconStore.nearby())
        beaconStore.change(uniqueId, (state) => ({ ...state, tokenReadable }));
    },
    powerCycle: () => beaconStore.powerCycleAll(),
    backendFaults: () => call('GET', 'faults'),
    async setBackendFaults(faults) {
      await call('PUT', 'faults', faults);
    },
    backendOptions: () => call('GET', 'options'),
    async setBackendOptions(options) {
      await call('POST', 'options', options);
    },
    async reset() {
      await call('POST', 'reset');
      beaconStore.reset();
    },
  };
}

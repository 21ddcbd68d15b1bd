/** What the practice panel and tests can arrange, alike for both faces of the sandbox. */
import { characteristicsOf } from '../beacon/profile.ts';
import type { BeaconFault, BeaconFaults } from '../beacon/faults.ts';
import type { BackendFault } from '../backend/faults.ts';
import type { SandboxOptions } from '../backend/state.ts';
import type { BeaconShelf } from '../bluetooth/shelf.ts';

export interface PracticeControls {
  beaconFaults(): BeaconFaults;
  setBeaconFaults(faults: readonly BeaconFault[]): void;
  /** Whether the beacons near here show the Token characteristic 81F3. */
  tokenReadable(): boolean;
  setTokenReadable(readable: boolean): void;
  powerCycle(): void;
  backendFaults(): Promise<readonly BackendFault[]>;
  setBackendFaults(faults: readonly BackendFault[]): Promise<void>;
  backendOptions(): Promise<SandboxOptions>;
  setBackendOptions(options: Partial<SandboxOptions>): Promise<void>;
  reset(): Promise<void>;
}

export interface ControlsOptions {
  readonly send: typeof fetch;
  readonly controlUrl: string;
  readonly shelf: BeaconShelf;
}

export function practiceControls({ send, controlUrl, shelf }: ControlsOptions): PracticeControls {
  async function call<Answer>(method: string, action: string, body?: unknown): Promise<Answer> {
    const init = body === undefined ? { method } : { method, body: JSON.stringify(body) };
    const response = await send(`${controlUrl}/${action}`, init);
    if (!response.ok) throw new Error(`The sandbox answered ${response.status} to ${action}`);
    return (await response.json()) as Answer;
  }

  return {
    beaconFaults: () => shelf.faults(),
    setBeaconFaults: (faults) => shelf.setFaults(faults),
    tokenReadable: () => shelf.nearby().every(({ uniqueId }) => characteristicsOf(shelf.load(uniqueId)).some(({ name }) => name === 'token')),
    setTokenReadable(tokenReadable) {
      for (const { uniqueId } of shelf.nearby()) shelf.change(uniqueId, (state) => ({ ...state, tokenReadable }));
    },
    powerCycle: () => shelf.powerCycleAll(),
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
      shelf.reset();
    },
  };
}

/** When telemetry heard a device last. That it was not heard is said of the range that was asked for, and of nothing else. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { CachedDevice } from '../../../domain/device.ts';
import type { Heard } from '../../../domain/device-list/view-address.ts';
import type { Services } from '../../shell/services.ts';
import type { AlarmFaces } from './alarm-faces.ts';
import type { HeardOf } from './heard-by.ts';

/** Once the browser has nothing better to do. */
export async function openAlarms(services: Services): Promise<AlarmFaces> {
  await new Promise<void>((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve());
    else setTimeout(resolve);
  });
  const [{ AlarmFaces }, { state }] = await Promise.all([import('./alarm-faces.ts'), services.telemetry()]);
  return new AlarmFaces(state);
}

/** Opens the telemetry of the connected account when it is first asked for, and follows it while its host is there. */
export class HeardController implements ReactiveController {
  #accountId: string | null = null;
  #heard: HeardOf | null = null;
  #hearing: ((device: CachedDevice) => Heard) | null = null;
  #heardAt: ((device: CachedDevice) => number | null) | null = null;
  #stop: (() => void) | null = null;

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly services: () => Services,
  ) {
    host.addController(this);
  }

  /** Null until it is read; when it cannot be read nobody has asked for anything. */
  get value(): HeardOf | null {
    const accountId = this.services().session.state.value.account?.id ?? null;
    if (accountId !== this.#accountId) {
      this.hostDisconnected();
      this.#accountId = accountId;
      if (accountId !== null) void this.#open(accountId).catch(() => undefined);
    }
    return this.#heard;
  }

  /** For a filter; null as `value`. */
  get hearing(): ((device: CachedDevice) => Heard) | null {
    return this.value === null ? null : this.#hearing;
  }

  /** For an order; null as `value`. */
  get heardAt(): ((device: CachedDevice) => number | null) | null {
    return this.value === null ? null : this.#heardAt;
  }

  hostDisconnected(): void {
    this.#stop?.();
    this.#stop = null;
    this.#heard = null;
    this.#accountId = null;
  }

  async #open(accountId: string): Promise<void> {
    const [{ state }, { heardAtBy, heardBy }, { hearingByDevice }] = await Promise.all([
      this.services().telemetry(),
      import('./heard-by.ts'),
      import('../../../domain/overview/hearing.ts'),
    ]);
    if (this.#accountId !== accountId) return;
    const show = (): void => {
      this.#heard = heardBy(state.value);
      this.#heardAt = heardAtBy(state.value);
      this.#hearing = hearingByDevice(state.value.beacons, state.value.typed);
      this.host.requestUpdate();
    };
    this.#stop = state.subscribe(show);
    show();
  }
}

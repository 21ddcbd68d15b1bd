/** Emulates BluetoothDevice and its GATT server, service and characteristic objects over a practice link. */
import { operationOf } from '../beacon/link.ts';
import { SERVICE_UUID, characteristicsOf, type CharacteristicProfile } from '../beacon/profile.ts';
import { gattError } from './gatt-error.ts';
import { createLink, type Link, type LinkTiming } from './link.ts';
import type { BeaconStore } from './beacon-store.ts';

const MAX_VALUE_BYTES = 512;

export class PracticeDevice extends EventTarget {
  readonly gatt: PracticeServer;
  ongattserverdisconnected: ((event: Event) => void) | null = null;

  constructor(
    /** Opaque, as in Chromium: the page cannot derive anything about the beacon from it. */
    readonly id: string,
    readonly name: string,
    beaconStore: BeaconStore,
    uniqueId: string,
    timing: () => LinkTiming,
    /** Lower-case UUIDs that the page has requested. */
    readonly allowed: Set<string>,
  ) {
    super();
    const link = createLink(beaconStore, uniqueId, timing, () => {
      const event = new Event('gattserverdisconnected', { bubbles: true });
      this.dispatchEvent(event);
      this.ongattserverdisconnected?.(event);
    });
    this.gatt = new PracticeServer(this, link, () => characteristicsOf(beaconStore.load(uniqueId)));
  }
}

class PracticeServer {
  private discoveredIn = -1;

  constructor(
    readonly device: PracticeDevice,
    readonly link: Link,
    readonly profile: () => readonly CharacteristicProfile[],
  ) {}

  get connected(): boolean {
    return this.link.connected;
  }

  async connect(): Promise<this> {
    await this.link.connect();
    return this;
  }

  disconnect(): void {
    this.link.disconnect();
  }

  async getPrimaryService(service: string): Promise<PracticeService> {
    const uuid = service.toLowerCase();
    if (!this.link.connected) throw gattError('notConnected');
    if (!this.device.allowed.has(uuid)) throw gattError('notAllowed');
    const { epoch } = this.link;
    if (this.discoveredIn !== epoch) await this.link.operate({ operation: 'discover' });
    this.discoveredIn = epoch;
    if (uuid !== SERVICE_UUID) throw gattError('noService');
    return new PracticeService(this, uuid, epoch);
  }
}

class PracticeService extends EventTarget {
  constructor(
    readonly server: PracticeServer,
    readonly uuid: string,
    readonly epoch: number,
  ) {
    super();
  }

  async getCharacteristic(characteristic: string): Promise<PracticeCharacteristic> {
    const [found] = await this.getCharacteristics(characteristic);
    return found!;
  }

  async getCharacteristics(characteristic?: string): Promise<PracticeCharacteristic[]> {
    const { link } = this.server;
    if (!link.connected) throw gattError('notConnected');
    if (link.epoch !== this.epoch) throw gattError('deadService');
    const uuid = characteristic?.toLowerCase();
    const found = this.server.profile().filter((entry) => uuid === undefined || entry.uuid === uuid);
    if (found.length === 0) throw gattError('noCharacteristic');
    return found.map((entry) => new PracticeCharacteristic(this, entry));
  }
}

class PracticeCharacteristic extends EventTarget {
  readonly uuid: string;
  value: DataView | null = null;

  constructor(
    readonly service: PracticeService,
    private readonly entry: CharacteristicProfile,
  ) {
    super();
    this.uuid = entry.uuid;
  }

  async readValue(): Promise<DataView> {
    const link = this.live();
    const operation = operationOf(this.entry.name, 'read');
    if (operation === null || operation === 'write') throw gattError('notPermitted');
    const bytes = await link.operate({ operation });
    this.value = new DataView(bytes.slice().buffer);
    this.dispatchEvent(new Event('characteristicvaluechanged', { bubbles: true }));
    return this.value;
  }

  async writeValueWithResponse(value: BufferSource): Promise<void> {
    const bytes = ArrayBuffer.isView(value)
      ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
      : new Uint8Array(value);
    if (bytes.length > MAX_VALUE_BYTES) throw gattError('tooLong');
    const link = this.live();
    if (operationOf(this.entry.name, 'write') === null) throw gattError('notPermitted');
    await link.operate({ operation: 'write', bytes: bytes.slice() });
  }

  private live(): Link {
    const { link } = this.service.server;
    if (!link.connected) throw gattError('notConnected');
    if (link.epoch !== this.service.epoch) throw gattError('deadCharacteristic');
    return link;
  }
}

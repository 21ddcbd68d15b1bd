/** The device models of the sandbox, with the vendor's names, numbers and codes (field-facts.md 6). */

export interface Model {
  /** Value of `model` in a device. Several products may share one. */
  readonly word: string;
  /** Value of `model` in a telemetry record. */
  readonly number: number;
  /** The product's name for people. */
  readonly product: string;
  readonly productCode: string;
  /** TAG: it moves. INFRASTRUCTURE: it is mounted. */
  readonly category: 'TAG' | 'INFRASTRUCTURE';
  readonly firmwareName: string;
}

export const BEACON_MODELS: readonly Model[] = [
  made('BEACON_PRO', 6, 'Wall beacon', 'BP16-3', 'INFRASTRUCTURE', 'beacon-pro'),
  made('TAG_BEACON', 8, 'Asset tag', 'S18-3', 'TAG', 'asset-tag'),
  made('CARD_BEACON_2', 11, 'Card tag', 'CT18-3', 'TAG', 'card-tag'),
  made('TOUGH_BEACON_2', 14, 'Outdoor beacon', 'TB18-2', 'INFRASTRUCTURE', 'tough-beacon'),
  made('USB_BEACON', 3, 'USB beacon', 'UB16-2', 'INFRASTRUCTURE', 'usb-beacon'),
];
export const GATEWAY_MODEL = made('GATEWAY', 5, 'Gateway', 'GW16-2', 'INFRASTRUCTURE', 'gateway');
export const CLOUD_BEACON_MODEL = made('GATEWAY', 5, 'Gateway', 'GW14-1', 'INFRASTRUCTURE', 'cloud-beacon');
export const EXTERNAL_MODEL = made('EXTERNAL', -1, 'Gateway', 'EXTERNAL', 'INFRASTRUCTURE', 'external');

function made(
  word: string,
  number: number,
  product: string,
  productCode: string,
  category: Model['category'],
  firmwareName: string,
): Model {
  return { word, number, product, productCode, category, firmwareName };
}

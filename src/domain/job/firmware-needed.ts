/** Attributes for which the vendor names the firmware that they need (field-facts.md 6). */
import type { AttributeValues, Device } from '../device.ts';

interface Need {
  readonly isFor: (name: string) => boolean;
  readonly version: string;
  /** The only model that the version is published for; every model if absent. */
  readonly model?: string;
}

const NEEDS: readonly Need[] = [
  { isFor: (name) => name === 'bleScan.size', version: '2.5.88' },
  { isFor: (name) => name === 'systemTime', version: '1.20' },
  { isFor: (name) => name.startsWith('dispenser.'), version: '2.16.1' },
  { isFor: (name) => name === 'powerSaving.powerSaverAdvertiseInterval', version: '4.2', model: 'CT16-2' },
];

/** True when the device states a firmware that is older than one of these values needs. */
export function needsNewerFirmware(
  { firmware, model }: Pick<Device, 'firmware' | 'model'>,
  values: AttributeValues,
): boolean {
  return NEEDS.some(
    (need) =>
      (need.model === undefined || need.model === model) &&
      Object.keys(values).some(need.isFor) &&
      isOlder(firmware ?? '', need.version),
  );
}

/** False as well where `version` is no version number: then it is not known. */
function isOlder(version: string, wanted: string): boolean {
  if (!/^\d+(\.\d+)*$/.test(version)) return false;
  const [has, needs] = [version.split('.').map(Number), wanted.split('.').map(Number)];
  const at = needs.findIndex((part, index) => part !== (has[index] ?? 0));
  return at !== -1 && (has[at] ?? 0) < needs[at]!;
}

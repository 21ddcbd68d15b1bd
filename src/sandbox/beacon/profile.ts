/** The practice beacon's Configuration Service as data: characteristics, UUIDs, properties (field-facts.md 1). */

export type CharacteristicName = 'request' | 'response' | 'token' | 'controlPoint';

export interface CharacteristicProfile {
  readonly name: CharacteristicName;
  readonly uuid: string;
  readonly read: boolean;
  readonly write: boolean;
}

export const SERVICE_UUID = 'a1ea81f0-0e1b-d4a1-b840-63f88c8da1ea';

export const CHARACTERISTICS: readonly CharacteristicProfile[] = [
  { name: 'request', uuid: 'a1ea81f1-0e1b-d4a1-b840-63f88c8da1ea', read: false, write: true },
  { name: 'response', uuid: 'a1ea81f2-0e1b-d4a1-b840-63f88c8da1ea', read: true, write: false },
  { name: 'token', uuid: 'a1ea81f3-0e1b-d4a1-b840-63f88c8da1ea', read: true, write: false },
  { name: 'controlPoint', uuid: 'a1ea81f4-0e1b-d4a1-b840-63f88c8da1ea', read: true, write: false },
];

/** Returns the characteristics of a beacon. The Token characteristic can be switched off. */
export function characteristicsOf(beacon: { readonly tokenReadable: boolean }): readonly CharacteristicProfile[] {
  return CHARACTERISTICS.filter(({ name }) => name !== 'token' || beacon.tokenReadable);
}

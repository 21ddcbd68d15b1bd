/** The UUIDs of a beacon's Configuration Service and its characteristics, and the names that beacons advertise (field-facts.md 1). */

export const DEFAULT_PROFILE = {
  serviceUuid: 'a1ea81f0-0e1b-d4a1-b840-63f88c8da1ea',
  requestUuid: 'a1ea81f1-0e1b-d4a1-b840-63f88c8da1ea',
  responseUuid: 'a1ea81f2-0e1b-d4a1-b840-63f88c8da1ea',
  tokenUuid: 'a1ea81f3-0e1b-d4a1-b840-63f88c8da1ea',
  controlPointUuid: 'a1ea81f4-0e1b-d4a1-b840-63f88c8da1ea',
  controlPointEnded: 1,
  namePrefixes: ['Kontakt'],
};

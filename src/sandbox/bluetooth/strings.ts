/** All words of the practice chooser. */

export const chooserText = {
  heading: 'Choose a practice beacon',
  explain:
    'In practice mode these beacons hang near you. In the field this list is the browser’s own and shows no ids.',
  printed: (uniqueId: string) => `printed on it: ${uniqueId}`,
  signal: (rssiDbm: number) => `${rssiDbm} dBm`,
  none: 'No beacon near you fits the filter.',
  bring: 'Another beacon of the practice fleet',
  bringHelp: 'Type the id printed on it, in the same case.',
  bringAction: 'Bring it near',
  unknown: (uniqueId: string) => `There is no beacon ${uniqueId} in the practice fleet.`,
  filteredOut: (uniqueId: string) => `${uniqueId} is near, but its name does not fit the filter.`,
  cancel: 'Cancel',
} as const;

/**
 * Positions of a moving beacon as a function of time. They are recorded while it moves or is out of range (interface.md
 * 2.3).
 */
import { MINUTE_MS, lastAt, noise } from './noise.ts';
import { isAway } from './reception.ts';
import type { BeaconTraits } from './traits.ts';

interface PositionFix {
  /** When the cloud received it, Unix ms. */
  readonly cloudMs: number;
  readonly fix: Readonly<Record<string, string | number | boolean>>;
}

const SLOT_MS = 15_000;
const MOVES_FOR_MS = 45_000;
const HALL = { width: 60, depth: 40 } as const;

/**
 * Returns the fixes that the cloud received in [fromMs, toMs). Mounted beacons have none, because their position does
 * not change.
 */
export function fixes(traits: BeaconTraits, fromMs: number, toMs: number): PositionFix[] {
  const found: PositionFix[] = [];
  if (!traits.roams || traits.silent === 'never') return found;
  for (let slot = Math.floor((fromMs - MINUTE_MS) / SLOT_MS); slot * SLOT_MS < toMs; slot += 1) {
    const atMs = Math.floor((slot + noise(traits.salt, 4, 60) + 0.8 * noise(traits.salt, slot, 60)) * SLOT_MS);
    const cloudMs = atMs + 400 + Math.floor(noise(traits.salt, slot, 61) * 1100);
    if (cloudMs < fromMs || cloudMs >= toMs) continue;
    const lost = isAway(traits, atMs);
    const justLost = lost && !isAway(traits, atMs - SLOT_MS);
    const moves = !lost && atMs - lastAt(traits.movements, atMs) < MOVES_FOR_MS;
    if (moves || justLost) found.push({ cloudMs, fix: fixAt(traits, slot, atMs, lost) });
  }
  return found;
}

function fixAt(traits: BeaconTraits, slot: number, atMs: number, lost: boolean): PositionFix['fix'] {
  const turn = (2 * Math.PI * atMs) / (11 * MINUTE_MS) + traits.salt;
  const x = HALL.width * (0.5 + 0.45 * Math.sin(turn) * Math.cos(turn * 0.37));
  const y = HALL.depth * (0.5 + 0.45 * Math.cos(turn * 0.71));
  const q = 0.55 + 0.4 * noise(traits.salt, slot, 62);
  return {
    locationId: 7001,
    floorId: 7100 + traits.floor,
    zoneId: 7200 + traits.floor * 10 + Math.floor((x / HALL.width) * 3) + 3 * Math.floor((y / HALL.depth) * 2),
    x: centimetres(x),
    y: centimetres(y),
    z: 1.2,
    xe: centimetres(0.4 + 2 * (1 - q)),
    ye: centimetres(0.4 + 2.4 * (1 - q)),
    ze: 0.8,
    q: Math.round(q * 1000) / 1000,
    origin: 'BLE',
    lost,
  };
}

function centimetres(metres: number): number {
  return Math.round(metres * 100) / 100;
}

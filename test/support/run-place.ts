/** A window of the app with one beacon in range: the start of most tests of runs. */
import { beforeEach } from 'vitest';
import type { Receipt } from '../../src/domain/receipt.ts';
import type { Run } from '../../src/domain/run.ts';
import { createWorld, type Window, type World } from './run-world.ts';

export const ID = 'tB4x';
export const TOKEN = 1_750_000_000;

export let world: World;
export let window: Window;

/** Opens a new window, which the test uses from then on. */
export async function opened(): Promise<void> {
  window = await world.open();
}

export async function started(token = TOKEN): Promise<Run> {
  const row = world.carry(ID, token);
  await opened();
  await window.runs.start(row.id);
  return [...world.disk.runs.values()].at(-1)!;
}

/** Kills the app and opens it again; the lock of the dead window is gone. */
export async function restart(): Promise<void> {
  world.held.clear();
  await opened();
}

export function theRun(): Run {
  return [...world.disk.runs.values()][0]!;
}

export const receipts = (): Receipt[] => [...world.disk.receipts.values()];

/** Registers the setup that every file of these tests needs. */
export function inRunPlace(): void {
  beforeEach(() => {
    world = createWorld();
    world.choosers.next = ID;
  });
}

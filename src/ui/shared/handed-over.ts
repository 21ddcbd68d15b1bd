/** Records that another page passes to the inspector. They can be taken once. */
import type { StreamType } from '../../domain/streams/stream.ts';
import { onAccountChange } from './account-state.ts';

interface HandedOver {
  readonly text: string;
  readonly type: StreamType;
}

let waiting: HandedOver | null = null;

onAccountChange(() => (waiting = null));

export function handOver(text: string, type: StreamType): void {
  waiting = { text, type };
}

export function takeHandedOver(): HandedOver | null {
  const taken = waiting;
  waiting = null;
  return taken;
}

/**
 * Which streams the backend last showed, as kept on this phone, so that the navigation offers Integrations from the start.
 */
import { signal, type ReadonlySignal } from '@preact/signals-core';
import type { StreamType } from '../domain/streams/stream.ts';
import { knownStreamsKey } from '../names.ts';

export function openKnownStreams(accountId: string) {
  const key = knownStreamsKey(accountId);
  const stored = localStorage.getItem(key) ?? '';
  const known = new Set(stored === '' ? [] : stored.split(','));
  const hasStream = signal(known.size > 0);
  return {
    /** True when the backend has last shown a stream of the account. */
    hasStream: hasStream as ReadonlySignal<boolean>,
    /** Called each time the backend has answered. */
    onStreamRead(type: StreamType, exists: boolean): void {
      if (known.has(type) === exists) return;
      if (exists) known.add(type);
      else known.delete(type);
      hasStream.value = known.size > 0;
      try {
        localStorage.setItem(key, [...known].join(','));
      } catch {
        // Without space left, the next start learns it from the next reading.
      }
    },
  };
}

/** A second window of the app for these tests: a frame with its own modules, memory and connections. */
import type { KitWindow, WindowKit } from './window-kit.ts';
// Built as a separate program like a worker: a file that only contains modules of a test would not run any of them.
// oxlint-disable-next-line import/default -- the address of the built file
import kitUrl from './window-kit.ts?worker&url';

/** Resolves with the functions of the other window; `close` ends it as closing a tab does. */
export async function openSecondWindow(): Promise<WindowKit & { close(): void }> {
  const frame = document.createElement('iframe');
  document.body.append(frame);
  const inner = frame.contentWindow as KitWindow;
  const ready = new Promise<void>((resolve) => {
    inner.onFieldkit = resolve;
  });
  const script = inner.document.createElement('script');
  script.type = 'module';
  script.src = kitUrl;
  inner.document.head.append(script);
  await ready;
  return { ...inner.fieldkit!, close: () => frame.remove() };
}

/** A second window of the app for the tests of this room: a frame of its own with its own modules, memory and connections. */
import type { KitWindow, WindowKit } from './window-kit.ts';
// A program of its own, built as a worker is: a file that holds modules of a test runs none of them by itself.
// oxlint-disable-next-line import/default -- the address of what was built
import kitUrl from './window-kit.ts?worker&url';

/** Resolves with what the other window offers; `close` ends it as closing a tab does. */
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

/** Measures one keystroke in the search of the device list, from the event to the frame that shows the result. */
import type { FkDevicesPage } from '../../src/ui/pages/devices/devices-page.ts';

/** Returns the milliseconds from the input event to the first task after the frame that draws the result. */
export async function keystrokeMs(page: FkDevicesPage, query: string): Promise<number> {
  const input = page.renderRoot.querySelector<HTMLInputElement>('.search input')!;
  const before = performance.now();
  input.value = query;
  input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
  await page.updateComplete;
  await page.renderRoot.querySelector('fk-device-window')?.updateComplete;
  await new Promise((resolve) => requestAnimationFrame(resolve));
  await new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = resolve;
    port2.postMessage(null);
  });
  return performance.now() - before;
}

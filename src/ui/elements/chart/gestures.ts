/**
 * Touch and wheel gestures of a chart: one finger moves, two zoom, Ctrl and the wheel zooms at the pointer, a
 * horizontal wheel moves.
 */
import { panned, zoomed, type TimeView } from './view.ts';

interface GestureHost {
  /** The plotting area without its axes, in client pixels. */
  area(): { readonly left: number; readonly width: number };
  view(): TimeView;
  whole(): TimeView;
  moveTo(view: TimeView): void;
}

/** Listens until the returned function is called. uPlot handles mouse drags. */
export function watchGestures(element: HTMLElement, host: GestureHost): () => void {
  const fingers = new Map<number, number>();
  let begun: { readonly view: TimeView; readonly xs: readonly number[] } | null = null;

  const begin = (): void => {
    begun = fingers.size === 0 ? null : { view: host.view(), xs: [...fingers.values()] };
  };
  const onDown = (event: PointerEvent): void => {
    if (event.pointerType === 'mouse' || fingers.size === 2) return;
    fingers.set(event.pointerId, event.clientX);
    begin();
  };
  const onMove = (event: PointerEvent): void => {
    if (!fingers.has(event.pointerId) || begun === null) return;
    fingers.set(event.pointerId, event.clientX);
    const area = host.area();
    const share = (x: number): number => (x - area.left) / Math.max(1, area.width);
    const [first, second] = [...fingers.values()].map(share);
    const [from, fromSecond] = begun.xs.map(share);
    if (first === undefined || from === undefined) return;
    if (second === undefined || fromSecond === undefined) host.moveTo(panned(begun.view, host.whole(), from - first));
    else {
      const factor = Math.max(0.02, Math.abs(from - fromSecond)) / Math.max(0.02, Math.abs(first - second));
      const middle = (from + fromSecond) / 2;
      const closer = zoomed(begun.view, host.whole(), factor, middle);
      host.moveTo(panned(closer, host.whole(), middle - (first + second) / 2));
    }
  };
  const onUp = (event: PointerEvent): void => {
    if (fingers.delete(event.pointerId)) begin();
  };
  const onWheel = (event: WheelEvent): void => {
    const area = host.area();
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      const at = Math.min(1, Math.max(0, (event.clientX - area.left) / Math.max(1, area.width)));
      host.moveTo(zoomed(host.view(), host.whole(), Math.exp(Math.max(-1, Math.min(1, event.deltaY / 200))), at));
      return;
    }
    // The vertical wheel alone scrolls the page.
    const sideways = event.shiftKey ? event.deltaY || event.deltaX : event.deltaX;
    if (sideways === 0 || (!event.shiftKey && Math.abs(event.deltaX) < Math.abs(event.deltaY))) return;
    event.preventDefault();
    host.moveTo(panned(host.view(), host.whole(), sideways / Math.max(1, area.width)));
  };

  const over = new AbortController();
  const { signal } = over;
  element.addEventListener('pointerdown', onDown, { signal });
  element.addEventListener('pointermove', onMove, { signal });
  element.addEventListener('pointerup', onUp, { signal });
  element.addEventListener('pointercancel', onUp, { signal });
  element.addEventListener('wheel', onWheel, { passive: false, signal });
  return () => over.abort();
}

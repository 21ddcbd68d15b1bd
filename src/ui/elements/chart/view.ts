/** The visible time range of a chart and its movements, limited to the whole range and a few seconds. */

/** Unix ms. */
export interface TimeView {
  readonly startMs: number;
  readonly endMs: number;
}

export const MIN_VIEW_MS = 5000;
/** A key or a button zooms by half and moves by a quarter of the view. */
export const ZOOM_STEP = 0.5;
export const PAN_STEP = 0.25;

/** `factor` below 1 zooms in; the time at `at`, 0 to 1, keeps its position. */
export function zoomed(view: TimeView, whole: TimeView, factor: number, at = 0.5): TimeView {
  const length = view.endMs - view.startMs;
  const next = Math.min(
    Math.max(length * factor, Math.min(MIN_VIEW_MS, whole.endMs - whole.startMs)),
    whole.endMs - whole.startMs,
  );
  const startMs = view.startMs + (length - next) * at;
  return within({ startMs, endMs: startMs + next }, whole);
}

/** `share` of the view; above 0 moves towards later. */
export function panned(view: TimeView, whole: TimeView, share: number): TimeView {
  const by = (view.endMs - view.startMs) * share;
  return within({ startMs: view.startMs + by, endMs: view.endMs + by }, whole);
}

/** The range between two times in any order. */
export function spanned(aMs: number, bMs: number, whole: TimeView): TimeView {
  const middle = (aMs + bMs) / 2;
  const half = Math.max(Math.abs(aMs - bMs), Math.min(MIN_VIEW_MS, whole.endMs - whole.startMs)) / 2;
  return within({ startMs: middle - half, endMs: middle + half }, whole);
}

export function isWhole(view: TimeView, whole: TimeView): boolean {
  return view.startMs <= whole.startMs && view.endMs >= whole.endMs;
}

type Move = (view: TimeView, whole: TimeView) => TimeView;
const closer: Move = (view, whole) => zoomed(view, whole, ZOOM_STEP);
const wider: Move = (view, whole) => zoomed(view, whole, 1 / ZOOM_STEP);
const all: Move = (_, whole) => whole;

/** The movement of each key that has one. */
export const KEY_MOVES: Readonly<Record<string, Move>> = {
  ArrowLeft: (view, whole) => panned(view, whole, -PAN_STEP),
  ArrowRight: (view, whole) => panned(view, whole, PAN_STEP),
  '+': closer,
  '=': closer,
  '-': wider,
  _: wider,
  '0': all,
  Home: all,
};

function within(view: TimeView, whole: TimeView): TimeView {
  const length = Math.min(view.endMs - view.startMs, whole.endMs - whole.startMs);
  const startMs = Math.min(Math.max(view.startMs, whole.startMs), whole.endMs - length);
  return { startMs, endMs: startMs + length };
}

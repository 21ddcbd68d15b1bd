/** Resizes a column at its edge: dragging sets the width, a press fits it to the content. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { boundedWidth, type ListView, type TableColumn } from './list-view.ts';

/** A pointer that moved less than this has pressed, not dragged, px. */
const DRAG_PX = 4;

type Host = ReactiveControllerHost & HTMLElement;

export class ColumnGrip implements ReactiveController {
  #drag: { readonly column: TableColumn; readonly fromPx: number; readonly startRem: number; rem: number } | null =
    null;

  /** `settle` is called with the new width of a column; null restores the usual width. */
  constructor(
    private readonly host: Host,
    private readonly settle: (column: TableColumn, rem: number | null) => void,
  ) {
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#drag = null;
  }

  get held(): TableColumn | null {
    return this.#drag?.column ?? null;
  }

  /** The widths while a column is dragged. */
  widths(own: ListView['widths']): ListView['widths'] {
    return this.#drag === null ? own : { ...own, [this.#drag.column]: this.#drag.rem };
  }

  take(event: PointerEvent, column: TableColumn): void {
    if (event.button !== 0) return;
    event.preventDefault();
    const grip = event.currentTarget as HTMLElement;
    const startRem = this.#widthOf(column);
    this.#drag = { column, fromPx: event.clientX, startRem, rem: startRem };
    grip.setPointerCapture(event.pointerId);
    const sign = getComputedStyle(grip).direction === 'rtl' ? -1 : 1;
    const move = (moved: PointerEvent): void => {
      if (this.#drag === null) return;
      this.#drag.rem = boundedWidth(startRem + (sign * (moved.clientX - event.clientX)) / remPx());
      this.host.requestUpdate();
    };
    const stop = (ended: PointerEvent): void => {
      for (const [kind, listener] of listeners) grip.removeEventListener(kind, listener as EventListener);
      const drag = this.#drag;
      this.#drag = null;
      this.host.requestUpdate();
      if (drag === null || ended.type === 'pointercancel') return;
      if (Math.abs(ended.clientX - drag.fromPx) < DRAG_PX) this.settle(column, this.#fitting(column));
      else this.settle(column, drag.rem);
    };
    const listeners = [
      ['pointermove', move],
      ['pointerup', stop],
      ['pointercancel', stop],
    ] as const;
    for (const [kind, listener] of listeners) grip.addEventListener(kind, listener as EventListener);
    this.host.requestUpdate();
  }

  /** For the keyboard. */
  widen(column: TableColumn, byRem: number | null): void {
    this.settle(column, byRem === null ? null : boundedWidth(this.#widthOf(column) + byRem));
  }

  #widthOf(column: TableColumn): number {
    const head = this.host.shadowRoot?.querySelector(`[role="columnheader"][data-column="${column}"]`);
    return (head?.getBoundingClientRect().width ?? 0) / remPx();
  }

  /** The width of the longest visible cell, including the heading. */
  #fitting(column: TableColumn): number {
    const cells = this.host.shadowRoot?.querySelectorAll<HTMLElement>(
      `[data-column="${column}"]:is([role="gridcell"], a), [data-column="${column}"] > button`,
    );
    let longest = 0;
    for (const cell of cells ?? []) {
      const range = document.createRange();
      range.selectNodeContents(cell);
      longest = Math.max(longest, range.getBoundingClientRect().width);
    }
    // Adds a little against rounding of font widths.
    return boundedWidth((longest + DRAG_PX) / remPx() + 1);
  }
}

function remPx(): number {
  return parseFloat(getComputedStyle(document.documentElement).fontSize);
}

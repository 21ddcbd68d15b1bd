/** Draws an element again when a signal that it has read while it was drawn changes. */
import { effect, untracked } from '@preact/signals-core';
import { LitElement } from 'lit';

/** Signals may be read anywhere in `willUpdate`, in `hostUpdate` of a controller, in `render`, and in what these call. */
export abstract class WatchingElement extends LitElement {
  #stop: (() => void) | null = null;

  protected override performUpdate(): void {
    if (!this.isUpdatePending) return;
    this.#stop?.();
    this.#stop = null;
    // Signals outlive the element, so one that is not in the page follows none.
    if (!this.isConnected) return super.performUpdate();
    let isDrawn = false;
    const failures: unknown[] = [];
    this.#stop = effect(() => {
      if (isDrawn) return this.requestUpdate();
      isDrawn = true;
      // An effect that throws at its start follows nothing, and the element would not be drawn again.
      try {
        super.performUpdate();
      } catch (error) {
        failures.push(error);
      }
    });
    for (const error of failures) throw error;
  }

  override connectedCallback(): void {
    // A parent's drawing connects its children, and what they read then is not the parent's to follow.
    untracked(() => super.connectedCallback());
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    // First, so that what its controllers change then does not draw it again.
    this.#stop?.();
    this.#stop = null;
    super.disconnectedCallback();
  }
}

/**
 * Keeps what is typed into a form as a draft of the account. It is restored before the form is first drawn, stored after
 * each change, and removed when the form was submitted or its draft discarded. What two windows type into the same form
 * is one draft: the last change counts.
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type * as z from 'zod/mini';
import { haveSameItems } from '../../domain/memoize.ts';
import type { Drafts } from '../../use-cases/drafts/drafts.ts';

/** How long a change may wait to be stored, ms. A page that is left or hidden does not wait. */
const DELAY_MS = 200;
/** Largest draft in characters of its JSON. */
const MAX_LENGTH = 1_000_000;

export interface FormDraft<T extends object> {
  /** Returns the name of the form, with its subject if it has one; null while there is nothing to keep. */
  of(): string | null;
  /**
   * The fields that are stored; others are left out. Texts are `draftText`, and no field is a secret. Repeats what it
   * can read of a draft of another version.
   */
  readonly schema: z.ZodMiniType<T>;
  /** Returns what the form holds now. */
  read(): T;
  /** Puts a draft, or what the form held at first, into the form. */
  restore(draft: T): void;
  /** Largest draft in characters of its JSON. */
  readonly maxLength?: number;
}

/** Brings back what a form held. Returns how to bring back what that replaced, or null if it replaced nothing typed. */
export type Undo = () => Undo | null;

/** The forms on the page: what was discarded comes back into the one that is open by then. */
const connected = new Set<DraftController<object>>();

interface Opened<T> {
  readonly of: string;
  readonly drafts: Drafts;
  /** What the form holds when nothing was typed. */
  readonly untouched: T;
  /** JSON of what was last restored, stored or submitted. */
  settled: string;
}

export class DraftController<T extends object> implements ReactiveController {
  #opened: Opened<T> | null = null;
  #latest: T | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #restoredAtMs: number | null = null;
  #isTooLong = false;

  /** `drafts` are those of the account; undefined while none is open. */
  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly drafts: () => Drafts | undefined,
    private readonly form: FormDraft<T>,
  ) {
    host.addController(this);
  }

  /** When the draft in the form was last changed, Unix ms; null if none was restored. */
  get restoredAtMs(): number | null {
    return this.#restoredAtMs;
  }

  /** True if the form holds too much to be stored. */
  get isTooLong(): boolean {
    return this.#isTooLong;
  }

  hostConnected(): void {
    connected.add(this);
    addEventListener('pagehide', this.#store);
    document.addEventListener('visibilitychange', this.#store);
  }

  hostDisconnected(): void {
    connected.delete(this);
    removeEventListener('pagehide', this.#store);
    document.removeEventListener('visibilitychange', this.#store);
    this.#store();
  }

  hostUpdate(): void {
    const drafts = this.drafts();
    const of = drafts === undefined ? null : this.form.of();
    if ((this.#opened?.of ?? null) === of && (of === null || this.#opened?.drafts === drafts)) return;
    this.#store();
    this.#opened = null;
    this.#latest = null;
    this.#restoredAtMs = null;
    this.#isTooLong = false;
    if (drafts !== undefined && of !== null) this.#open(of, drafts);
  }

  hostUpdated(): void {
    // A form may be drawn once more after it was removed. By then it may have been submitted or opened again.
    if (this.#opened === null || !connected.has(this)) return;
    const before = this.#latest;
    this.#latest = this.form.read();
    if (before !== null && haveSameItems(Object.entries(before).flat(), Object.entries(this.#latest).flat())) return;
    this.#timer ??= setTimeout(this.#store, DELAY_MS);
  }

  /**
   * The form was submitted: what it holds is no draft until it is changed. `of`: the form that was submitted, if another
   * one may be open by now.
   */
  remove(of = this.#opened?.of): void {
    if (of === undefined) return;
    this.drafts()?.store(of, null);
    if (of !== this.#opened?.of) return;
    this.#settle(this.form.read());
    this.host.requestUpdate();
  }

  /** Empties the form. */
  discard(): Undo {
    const opened = this.#opened;
    if (opened === null) return () => null;
    const undo = this.#undo(opened, this.form.read(), this.#restoredAtMs);
    this.form.restore(opened.untouched);
    this.#settle(opened.untouched);
    opened.drafts.store(opened.of, null);
    this.host.requestUpdate();
    return undo;
  }

  /** Puts the text into the form that is open by then, or else into the store. */
  #undo(opened: Opened<T>, text: T, restoredAtMs: number | null): Undo {
    return () => {
      if (this.#opened === opened && connected.has(this)) return this.#exchange(text, restoredAtMs);
      const { of, drafts } = opened;
      const stored = this.form.schema.parse(text);
      for (const form of connected)
        if (form.#opened?.of === of && form.#opened.drafts === drafts) return form.#exchange(stored, restoredAtMs);
      const replaced = drafts.load(of);
      drafts.store(of, stored);
      const read = this.form.schema.safeParse(replaced?.draft);
      return replaced !== null && read.success ? this.#undo(opened, read.data, replaced.atMs) : null;
    };
  }

  #exchange(text: T, restoredAtMs: number | null): Undo | null {
    const opened = this.#opened!;
    const replaced = this.form.read();
    // A field that is not stored counts too.
    const isTyped = JSON.stringify(replaced) !== JSON.stringify(opened.untouched);
    const undo = isTyped ? this.#undo(opened, replaced, this.#restoredAtMs) : null;
    this.form.restore(text);
    this.#restoredAtMs = restoredAtMs;
    this.host.requestUpdate();
    return undo;
  }

  #open(of: string, drafts: Drafts): void {
    const untouched = this.form.read();
    const stored = drafts.load(of);
    this.#opened = { of, drafts, untouched, settled: this.#jsonOf(untouched) };
    const read = this.form.schema.safeParse(stored?.draft);
    if (stored === null || !read.success || JSON.stringify(read.data) === this.#opened.settled) return;
    this.form.restore(read.data);
    const held = this.#jsonOf(this.form.read());
    // It holds only what the form shows anyway.
    if (held === this.#opened.settled) return drafts.store(of, null);
    this.#opened.settled = held;
    this.#restoredAtMs = stored.atMs;
  }

  #settle(form: T): void {
    this.#latest = form;
    this.#opened!.settled = this.#jsonOf(form);
    this.#restoredAtMs = null;
    this.#isTooLong = false;
  }

  readonly #store = (): void => {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#opened === null || this.#latest === null) return;
    const { of, drafts, untouched, settled } = this.#opened;
    const draft = this.form.schema.parse(this.#latest);
    const json = JSON.stringify(draft);
    if (json === settled) return;
    this.#opened.settled = json;
    const isTooLong = json.length > (this.form.maxLength ?? MAX_LENGTH);
    const isUntouched = json === this.#jsonOf(untouched);
    drafts.store(of, isTooLong || isUntouched ? null : draft);
    if (isTooLong === this.#isTooLong && !(isUntouched && this.#restoredAtMs !== null)) return;
    this.#isTooLong = isTooLong;
    if (isUntouched) this.#restoredAtMs = null;
    this.host.requestUpdate();
  };

  #jsonOf(form: T): string {
    return JSON.stringify(this.form.schema.parse(form));
  }
}

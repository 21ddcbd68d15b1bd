/** Templates of the connected account: stored in rows of their own, shown from memory, passed on as files. */
import { signal, type ReadonlySignal } from '@preact/signals-core';
import { untilNextChange } from '../../domain/unawaited.ts';
import { freeName } from '../../domain/account.ts';
import { cleanKey } from '../../domain/clean-text.ts';
import { coalesced } from '../../domain/coalesced.ts';
import type { FileFault } from '../../domain/file-faults.ts';
import { readTemplateFile, type TemplateProblem } from '../../domain/job/template-file.ts';
import { secretsIn, type JobTemplate, type TemplatePlan } from '../../domain/job/template.ts';
import type { Clock, NewId, Watchable } from '../surroundings.ts';

/** Every write is strict. */
export interface TemplateStore extends Watchable {
  all(): Promise<ReadonlyMap<string, JobTemplate>>;
  /** Stores a template; null removes it. */
  put(id: string, template: JobTemplate | null): Promise<void>;
}

type TemplateOutcome =
  /** `dropped`: fields of its file that this version does not know and leaves out, by path. */
  | { readonly kind: 'saved'; readonly template: JobTemplate; readonly dropped?: readonly string[] }
  /** Nothing was stored. `detail` names the attribute, if there is one. */
  | {
      readonly kind: 'refused';
      readonly problem: TemplateProblem;
      readonly detail: string;
      readonly faults?: readonly FileFault[];
    };

/** What the screens may call. Each method rejects when something cannot be stored. */
export type Templates = Omit<ReturnType<typeof createTemplates>, 'start' | 'close'>;

export interface TemplatesParts {
  readonly templates: TemplateStore;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly newId: NewId;
}

export function createTemplates({ templates: store, clock, newId }: TemplatesParts) {
  const state = signal<readonly JobTemplate[]>([]);

  const load = coalesced(async () => {
    const rows = [...(await store.all()).values()];
    state.value = rows.toSorted((a, b) => a.name.localeCompare(b.name));
  });
  store.watch(() => void untilNextChange(load()));

  async function put(template: JobTemplate): Promise<Extract<TemplateOutcome, { kind: 'saved' }>> {
    await store.put(template.id, template);
    await load();
    return { kind: 'saved', template };
  }

  return {
    /** Sorted by name. */
    state: state as ReadonlySignal<readonly JobTemplate[]>,
    /** Saves a template and replaces one of the same name. */
    async save(name: string, { values, patterns }: TemplatePlan): Promise<TemplateOutcome> {
      const [secret] = secretsIn(values);
      if (secret !== undefined) return { kind: 'refused', problem: 'secret', detail: secret };
      const id = state.value.find((one) => cleanKey(one.name).text === cleanKey(name).text)?.id ?? newId();
      return put({ id, name, values, patterns, savedAtMs: clock.nowMs() });
    },
    /** Imports a template from a file. One of the same name is kept beside it. */
    async take(text: string): Promise<TemplateOutcome> {
      const reading = readTemplateFile(text);
      if (!reading.ok) return { kind: 'refused', ...reading };
      const name = freeName(reading.template.name, state.value);
      const saved = await put({ ...reading.template, id: newId(), name, savedAtMs: clock.nowMs() });
      return { ...saved, dropped: reading.dropped };
    },
    /** Removes a template. Returns a function that restores it. */
    async remove(id: string): Promise<() => Promise<void>> {
      const template = state.value.find((one) => one.id === id) ?? null;
      await store.put(id, null);
      await load();
      return async () => {
        if (template !== null) await put(template);
      };
    },
    start: load,
  };
}

/** One rule to be added: what, how much, and for which beacons. */
import type { LitElement } from 'lit';
import * as z from 'zod/mini';
import { draftText } from '../../../domain/draft-text.ts';
import type { Parsed } from '../../../domain/schema.ts';
import { roomOfTag } from '../../../domain/room.ts';
import { ALARM_KINDS, ruleFault, type AlarmRule } from '../../../domain/telemetry/alarms.ts';
import type { FieldOption } from '../../elements/field/field.ts';
import { FormController } from '../../shared/form-controller.ts';
import { telemetryDeskStrings } from '../../strings/telemetry-desk.ts';
import type { ViewContext } from './view-context.ts';

const text = telemetryDeskStrings.alarms;

const ruleDraft = z.object({
  kind: z.catch(z.enum(ALARM_KINDS), 'battery'),
  tag: draftText,
  typed: z.object({ belowPercent: draftText, afterHours: draftText, below: draftText, above: draftText }),
});

const KINDS = ALARM_KINDS.map((value) => ({ value, label: text.kinds[value] }));
const FIELD_OF = { battery: 'belowPercent', silent: 'afterHours', temperature: 'below', order: 'below' } as const;
const isOf =
  (kind: AlarmRule['kind']) =>
  (texts: { readonly kind: string }): boolean =>
    texts.kind === kind;

const FIRST = { kind: 'battery', belowPercent: '20', afterHours: '24', below: '', above: '', tag: '' };

/** The form of the alarms view; `add` gets the new rule. */
export function createAlarmForm(
  host: LitElement,
  context: () => ViewContext,
  add: (rule: AlarmRule) => void,
): FormController<keyof typeof FIRST, Parsed<typeof ruleDraft>> {
  const form = new FormController<keyof typeof FIRST, Parsed<typeof ruleDraft>>(host, {
    first: FIRST,
    fields: {
      kind: { kind: 'select', label: text.kind, options: KINDS, className: 'wide' },
      belowPercent: { kind: 'number', label: text.belowPercent, unit: '%', when: isOf('battery') },
      afterHours: { kind: 'number', label: text.afterHours, unit: text.hours, when: isOf('silent') },
      below: { kind: 'number', label: text.below, unit: '°C', when: isOf('temperature') },
      above: { kind: 'number', label: text.above, unit: '°C', when: isOf('temperature') },
      tag: { kind: 'select', label: text.tag, options: ({ tag }) => scopes(context(), tag), className: 'wide' },
    },
    faults: (texts) => {
      const fault = ruleFault(ruleOf(texts));
      return fault === null ? {} : { [FIELD_OF[fault]]: text.faults[fault] };
    },
    draft: {
      drafts: () => context().drafts,
      of: () => 'alarm-rule',
      as: {
        schema: ruleDraft,
        read: ({ kind, tag, ...typed }) => ruleDraft.parse({ kind, tag, typed }),
        // The room on the screen is what a new rule is for.
        restore: ({ kind, tag, typed }) => ({ kind, tag: tagOfRoom(context()) ?? tag, ...typed }),
      },
    },
    submit: (texts) => {
      form.settled();
      add(ruleOf(texts));
    },
  });
  return form;
}

/** The tag of the room on the screen; undefined: all rooms are. */
export function tagOfRoom({ devices, view }: ViewContext): string | undefined {
  return tagsOf(devices).find((tag) => view.room !== '' && roomOfTag(tag) === view.room);
}

/** A restored draft may name a tag that no device has now. A room tag is offered as its room. */
function scopes({ devices }: ViewContext, chosen: string): readonly FieldOption[] {
  const tags = [...new Set([...tagsOf(devices), ...(chosen === '' ? [] : [chosen])])];
  return [{ value: '', label: text.allBeacons }, ...tags.map((tag) => ({ value: tag, label: scopeWords(tag) }))];
}

function tagsOf(devices: ViewContext['devices']): readonly string[] {
  return [...new Set(devices.flatMap(({ tags }) => tags))].toSorted();
}

/** The rule that was typed; a number that was not is NaN. */
function ruleOf({ kind, tag, belowPercent, afterHours, below, above }: typeof FIRST): AlarmRule {
  const all = { id: crypto.randomUUID(), tag: tag === '' ? null : tag };
  const number = (typed: string): number => (typed.trim() === '' ? Number.NaN : Number(typed));
  const side = (typed: string): number | null => (typed.trim() === '' ? null : Number(typed));
  switch (kind as AlarmRule['kind']) {
    case 'battery':
      return { ...all, kind: 'battery', belowPercent: number(belowPercent) };
    case 'silent':
      return { ...all, kind: 'silent', afterHours: number(afterHours) };
    case 'temperature':
      return { ...all, kind: 'temperature', below: side(below), above: side(above) };
  }
}

/** Shows a room tag as the room's name. */
function scopeWords(tag: string): string {
  const room = roomOfTag(tag);
  return room === null ? text.tagged(tag) : text.inRoom(room);
}

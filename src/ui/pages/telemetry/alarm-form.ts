/** One rule to be added: what, how much, and for which beacons. */
import { LitElement, css, html, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import * as z from 'zod/mini';
import { draftText } from '../../../domain/draft-text.ts';
import { roomOfTag } from '../../../domain/room.ts';
import { ALARM_KINDS, ruleFault, type AlarmRule } from '../../../domain/telemetry/alarms.ts';
import type { Drafts } from '../../../use-cases/drafts/drafts.ts';
import '../../elements/basics.ts';
import type { FieldOption } from '../../elements/field/field.ts';
import { shared } from '../../kit/tokens.ts';
import { FormController } from '../../shared/form-controller.ts';
import { telemetryDeskStrings } from '../../strings/telemetry-desk.ts';

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

export class AddRuleEvent extends Event {
  constructor(readonly rule: AlarmRule) {
    super('fk-add-rule', { bubbles: true, composed: true });
  }
}

const FIRST = { kind: 'battery', belowPercent: '20', afterHours: '24', below: '', above: '', tag: '' };

/** Event: `fk-add-rule`. */
@customElement('fk-alarm-form')
class FkAlarmForm extends LitElement {
  @property({ attribute: false }) drafts: Drafts | undefined;
  /** Tags of the devices. A room tag is offered as its room. */
  @property({ attribute: false }) tags: readonly string[] = [];
  /** The room that a rule is for at first; '' for none. */
  @property({ attribute: false }) room = '';
  private readonly form = new FormController(this, {
    first: FIRST,
    fields: {
      kind: { kind: 'select', label: text.kind, options: KINDS, className: 'wide' },
      belowPercent: { kind: 'number', label: text.belowPercent, unit: '%', when: isOf('battery') },
      afterHours: { kind: 'number', label: text.afterHours, unit: text.hours, when: isOf('silent') },
      below: { kind: 'number', label: text.below, unit: '°C', when: isOf('temperature') },
      above: { kind: 'number', label: text.above, unit: '°C', when: isOf('temperature') },
      tag: { kind: 'select', label: text.tag, options: ({ tag }) => this.scopes(tag), className: 'wide' },
    },
    faults: (texts) => {
      const fault = ruleFault(ruleOf(texts));
      return fault === null ? {} : { [FIELD_OF[fault]]: text.faults[fault] };
    },
    draft: {
      drafts: () => this.drafts,
      of: () => 'alarm-rule',
      as: {
        schema: ruleDraft,
        read: ({ kind, tag, ...typed }) => ruleDraft.parse({ kind, tag, typed }),
        // The room on the screen is what a new rule is for.
        restore: ({ kind, tag, typed }) => ({ kind, tag: this.tagOfRoom() ?? tag, ...typed }),
      },
    },
    submit: (texts) => {
      this.form.settled();
      this.dispatchEvent(new AddRuleEvent(ruleOf(texts)));
    },
  });

  static override styles = [
    shared,
    css`
      fk-notice {
        margin-bottom: var(--space-3);
      }
      form {
        display: flex;
        flex-wrap: wrap;
        align-items: start;
        gap: var(--space-3);
      }
      /* Beside the controls, below the height of their labels; a fault moves nothing. */
      @media (min-width: 56.25em) {
        form > fk-button {
          margin-top: calc(var(--text-s) * var(--leading) + var(--space-1));
        }
      }
      fk-field {
        min-width: 0;
      }
      .wide {
        flex: 1 1 14rem;
        max-width: 22rem;
      }
    `,
  ];

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('room')) this.form.change({ tag: this.tagOfRoom() ?? '' });
  }

  protected override render(): TemplateResult {
    return html`${this.form.renderRestored()}<form novalidate @submit=${this.form.submit}>
      ${this.form.rows()}
      <fk-button type="submit">${text.save}</fk-button>
    </form>`;
  }

  private tagOfRoom(): string | undefined {
    return this.tags.find((tag) => this.room !== '' && roomOfTag(tag) === this.room);
  }

  /** A restored draft may name a tag that no device has now. */
  private scopes(chosen: string): readonly FieldOption[] {
    const tags = [...new Set([...this.tags, ...(chosen === '' ? [] : [chosen])])];
    return [{ value: '', label: text.allBeacons }, ...tags.map((tag) => ({ value: tag, label: scopeWords(tag) }))];
  }
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

declare global {
  interface HTMLElementTagNameMap {
    'fk-alarm-form': FkAlarmForm;
  }
  interface HTMLElementEventMap {
    'fk-add-rule': AddRuleEvent;
  }
}

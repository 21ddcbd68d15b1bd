/** One rule to be added: what, how much, and for which beacons. */
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import * as z from 'zod/mini';
import { draftText } from '../../../domain/draft-text.ts';
import { roomOfTag } from '../../../domain/room.ts';
import { ALARM_KINDS, ruleFault, type AlarmRule, type RuleFault } from '../../../domain/telemetry/alarms.ts';
import type { Drafts } from '../../../use-cases/drafts/drafts.ts';
import { DraftController } from '../../controllers/draft-controller.ts';
import '../../elements/basics.ts';
import type { FieldChangeEvent } from '../../elements/field/field.ts';
import { shared } from '../../kit/tokens.ts';
import { renderRestored } from '../../shared/restored-draft.ts';
import { telemetryDeskStrings } from '../../strings/telemetry-desk.ts';

const text = telemetryDeskStrings.alarms;

const ruleDraft = z.object({
  kind: z.catch(z.enum(ALARM_KINDS), 'battery'),
  tag: draftText,
  typed: z.object({ belowPercent: draftText, afterHours: draftText, below: draftText, above: draftText }),
});

export class AddRuleEvent extends Event {
  constructor(readonly rule: AlarmRule) {
    super('fk-add-rule', { bubbles: true, composed: true });
  }
}

/** Event: `fk-add-rule`. */
@customElement('fk-alarm-form')
class FkAlarmForm extends LitElement {
  @property({ attribute: false }) drafts: Drafts | undefined;
  /** Tags of the devices. A room tag is offered as its room. */
  @property({ attribute: false }) tags: readonly string[] = [];
  /** The room that a rule is for at first; '' for none. */
  @property({ attribute: false }) room = '';
  @state() private kind: AlarmRule['kind'] = 'battery';
  @state() private tag = '';
  @state() private typed: Readonly<Record<'belowPercent' | 'afterHours' | 'below' | 'above', string>> = {
    belowPercent: '20',
    afterHours: '24',
    below: '',
    above: '',
  };
  @state() private fault: RuleFault | null = null;
  private readonly draft = new DraftController(this, () => this.drafts, {
    of: () => 'alarm-rule',
    schema: ruleDraft,
    read: () => ({ kind: this.kind, tag: this.tag, typed: this.typed }),
    restore: ({ kind, tag, typed }) => {
      this.kind = kind;
      // The room on the screen is what a new rule is for.
      this.tag = this.tagOfRoom() ?? tag;
      this.typed = typed;
      this.fault = null;
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
        align-items: end;
        gap: var(--space-3);
      }
      fk-field {
        min-width: 0;
      }
      .wide {
        flex: 1 1 14rem;
        max-width: 22rem;
      }
      .fault {
        color: var(--color-stop);
      }
    `,
  ];

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('room')) this.tag = this.tagOfRoom() ?? '';
  }

  private tagOfRoom(): string | undefined {
    return this.tags.find((tag) => this.room !== '' && roomOfTag(tag) === this.room);
  }

  protected override render(): TemplateResult {
    // A restored draft may name a tag that no device has now.
    const tags = [...new Set([...this.tags, ...(this.tag === '' ? [] : [this.tag])])];
    return html`${renderRestored(this, this.draft)}<form @submit=${this.onSubmit} @fk-change=${(event: Event) => event.stopPropagation()}>
      <fk-field
        class="wide"
        kind="select"
        name="kind"
        .label=${text.kind}
        .value=${this.kind}
        .options=${ALARM_KINDS.map((value) => ({ value, label: text.kinds[value] }))}
        @fk-change=${(event: FieldChangeEvent) => {
          this.kind = event.value as AlarmRule['kind'];
          this.fault = null;
        }}
      ></fk-field>
      ${
        this.kind === 'battery'
          ? this.renderNumber('belowPercent', text.belowPercent, '%')
          : this.kind === 'silent'
            ? this.renderNumber('afterHours', text.afterHours, text.hours)
            : html`${this.renderNumber('below', text.below, '°C')}${this.renderNumber('above', text.above, '°C')}`
      }
      <fk-field
        class="wide"
        kind="select"
        name="tag"
        .label=${text.tag}
        .value=${this.tag}
        .options=${[{ value: '', label: text.allBeacons }, ...tags.map((tag) => ({ value: tag, label: scopeWords(tag) }))]}
        @fk-change=${(event: FieldChangeEvent) => (this.tag = event.value)}
      ></fk-field>
      <fk-button type="submit">${text.save}</fk-button>
      <div role="alert">${this.fault === null ? nothing : html`<p class="fault small strong">${text.faults[this.fault]}</p>`}</div>
    </form>`;
  }

  private renderNumber(name: keyof FkAlarmForm['typed'], label: string, unit: string): TemplateResult {
    return html`<fk-field
      kind="number"
      .name=${name}
      .label=${label}
      .unit=${unit}
      .value=${this.typed[name]}
      @fk-input=${(event: FieldChangeEvent) => (this.typed = { ...this.typed, [name]: event.value })}
    ></fk-field>`;
  }

  private readonly onSubmit = (event: Event): void => {
    event.preventDefault();
    const rule = this.rule();
    this.fault = ruleFault(rule);
    if (this.fault !== null) return;
    this.draft.remove();
    this.dispatchEvent(new AddRuleEvent(rule));
  };

  private rule(): AlarmRule {
    const all = { id: crypto.randomUUID(), tag: this.tag === '' ? null : this.tag };
    const number = (typed: string): number => (typed.trim() === '' ? Number.NaN : Number(typed));
    const side = (typed: string): number | null => (typed.trim() === '' ? null : Number(typed));
    switch (this.kind) {
      case 'battery':
        return { ...all, kind: 'battery', belowPercent: number(this.typed.belowPercent) };
      case 'silent':
        return { ...all, kind: 'silent', afterHours: number(this.typed.afterHours) };
      case 'temperature':
        return { ...all, kind: 'temperature', below: side(this.typed.below), above: side(this.typed.above) };
    }
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

/** A time range: a preset up to now, or two times in a named zone. Without a label, only the times and the zone. */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { RANGE_PRESETS } from '../../../domain/telemetry/record-query.ts';
import { fromInput, inputValue, zoneName } from '../../elements/chart/moments.ts';
import type { Zone } from '../../language/times.ts';
import '../../elements/basics.ts';
import type { FieldChangeEvent } from '../../elements/field/field.ts';
import { controlStyles } from '../../kit/control-styles.ts';
import { shared } from '../../kit/tokens.ts';
import { telemetryStrings } from '../../strings/telemetry.ts';
import { FIRST_RANGE, withPreset, type RangeChoice } from './range-choice.ts';

const text = telemetryStrings;

export class RangeEvent extends Event {
  constructor(
    readonly choice: RangeChoice,
    readonly zone: Zone,
  ) {
    super('fk-range', { bubbles: true, composed: true });
  }
}

/** Event: `fk-range`. */
@customElement('fk-range-field')
class FkRangeField extends LitElement {
  @property() label = '';
  @property({ attribute: false }) choice: RangeChoice = FIRST_RANGE;
  @property() zone: Zone = 'local';
  @property() error = '';
  /** Gives the first values of an own range. */
  @property({ attribute: false }) nowMs: () => number = () => Date.now();

  static override styles = [
    shared,
    controlStyles,
    css`
      :host {
        display: grid;
        /* Date and time with the picker; below each other on narrow screens. */
        grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr));
        align-items: start;
        gap: var(--space-2) var(--space-3);
      }
      .moment {
        gap: var(--space-1);
      }
      input[aria-invalid='true'] {
        border-color: var(--color-stop);
        border-width: var(--stroke-strong);
      }
      .error {
        color: var(--color-stop);
      }
    `,
  ];

  override focus(): void {
    this.renderRoot.querySelector('fk-field')?.focus();
  }

  protected override render(): TemplateResult {
    const { choice, zone } = this;
    return html`
      ${
        this.label === ''
          ? nothing
          : html`<fk-field
            kind="select"
            name="preset"
            .label=${this.label}
            .value=${choice.preset}
            .options=${[...RANGE_PRESETS, 'own' as const].map((value) => ({ value, label: text.presets[value] }))}
            @fk-change=${this.onPreset}
          ></fk-field>`
      }
      ${
        choice.preset === 'own'
          ? html`${this.renderMoment('from', text.show.from, choice.startMs)}${this.renderMoment('to', text.show.to, choice.endMs)}`
          : nothing
      }
      <fk-field
        kind="select"
        name="zone"
        .label=${text.show.zone}
        .value=${zone}
        .options=${[
          { value: 'local', label: text.show.here(zoneName('local')) },
          { value: 'utc', label: text.show.utc },
        ]}
        @fk-change=${this.onZone}
      ></fk-field>
      <div class="error small strong whole" id="error" aria-live="polite">${this.error}</div>
    `;
  }

  private renderMoment(id: string, label: string, atMs: number): TemplateResult {
    return html`<div class="moment stack">
      <label class="small strong" for=${id}>${label}</label>
      <input
        id=${id}
        type="datetime-local"
        aria-describedby="error"
        aria-invalid=${this.error === '' ? nothing : 'true'}
        .value=${live(inputValue(atMs, this.zone))}
        @change=${(event: Event) => this.onMoment(id, (event.target as HTMLInputElement).value)}
      />
    </div>`;
  }

  private readonly onPreset = (event: FieldChangeEvent): void => {
    event.stopPropagation();
    this.report(withPreset(this.choice, event.value as RangeChoice['preset'], this.nowMs()), this.zone);
  };

  private readonly onZone = (event: FieldChangeEvent): void => {
    event.stopPropagation();
    this.report(this.choice, event.value as Zone);
  };

  private onMoment(id: string, value: string): void {
    const atMs = fromInput(value, this.zone);
    this.report(id === 'from' ? { ...this.choice, startMs: atMs } : { ...this.choice, endMs: atMs }, this.zone);
  }

  private report(choice: RangeChoice, zone: Zone): void {
    this.choice = choice;
    this.zone = zone;
    this.dispatchEvent(new RangeEvent(choice, zone));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-range-field': FkRangeField;
  }
  interface HTMLElementEventMap {
    'fk-range': RangeEvent;
  }
}

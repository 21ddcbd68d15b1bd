/** The alarms for the readings on this phone, their rules, and the time of the last check. */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { alarmSince, MAX_RULES, type Alarm, type AlarmRule } from '../../../domain/telemetry/alarms.ts';
import { HOUR_MS } from '../../../domain/telemetry/record-query.ts';
import { trackingKey } from '../../../domain/telemetry/fleet.ts';
import type { Drafts } from '../../../use-cases/drafts/drafts.ts';
import type { Telemetry } from '../../../use-cases/telemetry/telemetry.ts';
import { alarmValue, ruleWords } from '../../beacon/alarm-words.ts';
import '../../elements/basics.ts';
import { OpenRowEvent } from '../../elements/chart/heat-map.ts';
import { checkIcon, icon, warningIcon } from '../../kit/icons.ts';
import { shared } from '../../kit/tokens.ts';
import { HoursController } from './hours-controller.ts';
import { ListController } from '../../elements/list/list-controller.ts';
import { telemetryDeskStrings } from '../../strings/telemetry-desk.ts';
import { telemetryStrings } from '../../strings/telemetry.ts';
import './alarm-form.ts';
import type { AddRuleEvent } from './alarm-form.ts';
import type { Names } from './names.ts';
import { lasting } from '../../words/telemetry.ts';

const text = telemetryDeskStrings.alarms;
/** How far back the start of an alarm is searched, hours. */
const BACK_HOURS = 30 * 24;

/** The whole new list of rules. */
export class RulesEvent extends Event {
  constructor(readonly rules: readonly AlarmRule[]) {
    super('fk-rules', { bubbles: true, composed: true });
  }
}

/** Asks for permission to notify. */
class NotifyEvent extends Event {
  constructor() {
    super('fk-notify', { bubbles: true, composed: true });
  }
}

/** `absent`: this browser has no notifications. */
export type Notifying = NotificationPermission | 'absent';

/** Events: `fk-rules`, `fk-notify`, `fk-open-row` with a tracking ID. */
@customElement('fk-telemetry-alarms')
class FkTelemetryAlarms extends LitElement {
  @property({ attribute: false }) telemetry: Telemetry | null = null;
  @property({ attribute: false }) drafts: Drafts | undefined;
  /** A new value means that stored readings have changed. */
  @property({ attribute: false }) version: unknown = null;
  @property({ attribute: false }) rules: readonly AlarmRule[] = [];
  @property({ attribute: false }) alarms: readonly Alarm[] = [];
  @property({ attribute: false }) names: Names | null = null;
  @property({ attribute: false }) tags: readonly string[] = [];
  /** The room on the screen, for which a new rule is made. Empty: all rooms. */
  @property({ attribute: false }) room = '';
  /** Unix ms; null: never. */
  @property({ attribute: false }) checkedAtMs: number | null = null;
  /** Beacons of the account without loaded readings. */
  @property({ type: Number }) unchecked = 0;
  @property({ type: Number }) now = 0;
  /** The phone's clock was compared with the backend's. */
  @property({ type: Boolean }) clockChecked = true;
  @property() notifying: Notifying = 'absent';
  private readonly list = new ListController(this, { portion: 20, more: 100 });
  private readonly hours = new HoursController(this, () => {
    const endMs = Math.ceil(this.now / HOUR_MS) * HOUR_MS;
    const wantsThem = this.alarms.some(({ rule }) => rule.kind !== 'silent');
    return {
      telemetry: wantsThem ? this.telemetry : null,
      whole: { startMs: endMs - BACK_HOURS * HOUR_MS, endMs },
      version: this.version,
    };
  });

  static override styles = [
    shared,
    css`
      h2 {
        font-size: var(--text-l);
        line-height: var(--leading-tight);
      }
      h3 {
        font-size: var(--text-m);
      }
      h3 svg {
        color: var(--color-attention);
      }
      li {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 0 var(--space-4);
        min-height: var(--target);
        padding-block: var(--space-1);
        border-top: var(--stroke) solid var(--color-line);
      }
      li > :first-child {
        flex: 1 1 14rem;
        min-width: 0;
      }
      /* Value, duration and time below each other. */
      @media (min-width: 68.75em) {
        .found li {
          display: grid;
          grid-template-columns: minmax(0, 1fr) 6rem 14rem 14rem;
        }
      }
    `,
  ];

  protected override render(): TemplateResult {
    return html`
      <section class="card stack" aria-labelledby="now">
        <h2 class="strong" id="now">${text.now}</h2>
        <p class="soft">
          ${text.intro}
          ${this.checkedAtMs === null ? text.never : html`${text.checked} <fk-age .at=${this.checkedAtMs} .now=${this.now}></fk-age>${this.clockChecked ? nothing : html` · ${telemetryStrings.clockUnchecked}`}.`}
          ${this.unchecked === 0 ? nothing : text.unchecked(this.unchecked)}
        </p>
        ${this.renderNow()} ${this.renderNotify()}
      </section>
      <section class="card stack" aria-labelledby="rules">
        <h2 class="strong" id="rules">${text.rules}</h2>
        ${this.rules.length === 0 ? html`<p>${text.noRules}</p>` : html`<ul role="list">${this.rules.map((rule) => this.renderRule(rule))}</ul>`}
        <h3 class="strong">${text.add}</h3>
        ${
          this.rules.length >= MAX_RULES
            ? html`<p>${text.full}</p>`
            : html`<fk-alarm-form .drafts=${this.drafts} .tags=${this.tags} .room=${this.room} @fk-add-rule=${(event: AddRuleEvent) => this.dispatchEvent(new RulesEvent([...this.rules, event.rule]))}></fk-alarm-form>`
        }
      </section>
    `;
  }

  private renderNow(): TemplateResult | typeof nothing {
    if (this.rules.length === 0) return nothing;
    // Without loaded readings there is no result to show.
    if (this.alarms.length === 0)
      return this.checkedAtMs === null
        ? nothing
        : html`<p class="line">${icon(checkIcon)}<span>${text.none}</span></p>`;
    return html`${this.rules.map((rule) => {
      const raised = this.alarms.filter((alarm) => alarm.rule.id === rule.id);
      return raised.length === 0 ? nothing : this.renderRaised(rule, raised);
    })}`;
  }

  private renderRaised(rule: AlarmRule, raised: readonly Alarm[]): TemplateResult {
    return html`<div data-rule=${rule.id}>
      <h3 class="row strong anywhere">
        ${icon(warningIcon)}<span>${ruleWords(rule)}</span> <span class="soft">${text.found(raised.length)}</span>
      </h3>
      ${this.list.portions(
        raised,
        (portion) => html`<ul role="list" class="found">
          ${portion.map(
            (alarm) => html`<li>
              <button type="button" class="link-button" @click=${() => this.dispatchEvent(new OpenRowEvent(alarm.trackingId))}>
                <bdi>${this.names?.titleOf(alarm.trackingId) ?? alarm.trackingId}</bdi>
              </button>
              <span class="mono">${alarmValue(alarm)}</span>
              ${this.renderLasting(alarm)}
              <span class="soft">${this.renderWhen(alarm)}</span>
            </li>`,
          )}
        </ul>`,
        rule.id,
      )}
    </div>`;
  }

  /** How long the alarm had lasted at the last reading. */
  private renderLasting(alarm: Alarm): TemplateResult {
    const { value: hours } = this.hours;
    const row = hours?.rows.find(({ trackingId }) => trackingKey(trackingId) === trackingKey(alarm.trackingId));
    const since = hours === null || row === undefined ? null : alarmSince(alarm, row, hours.startMs);
    const lastingMs = since === null || alarm.atMs === null ? 0 : alarm.atMs - since.sinceMs;
    // The duration is shown in hours, so a shorter one is left out.
    if (since === null || lastingMs < HOUR_MS) return html`<span></span>`;
    const words = lasting(lastingMs);
    return html`<span>${since.isLeast ? text.lastsAtLeast(words) : text.lasts(words)}</span>`;
  }

  private renderWhen({ rule, atMs, isUnchecked }: Alarm): TemplateResult | string {
    if (atMs === null) return rule.kind === 'silent' ? text.notHeard : '';
    return html`${rule.kind === 'silent' ? text.lastHeard : text.read} <fk-age .at=${atMs} .now=${this.now}></fk-age>${isUnchecked ? html` · ${telemetryStrings.clockUnchecked}` : nothing}`;
  }

  private renderRule(rule: AlarmRule): TemplateResult {
    const words = ruleWords(rule);
    return html`<li>
      <span>${words}</span>
      <fk-button variant="quiet" .label=${text.removeRule(words)} @click=${() => this.dispatchEvent(new RulesEvent(this.rules.filter(({ id }) => id !== rule.id)))}>${text.remove}</fk-button>
    </li>`;
  }

  private renderNotify(): TemplateResult | typeof nothing {
    if (this.rules.length === 0 || this.notifying === 'absent') return nothing;
    if (this.notifying === 'granted') return html`<p class="soft">${text.notifyOn}</p>`;
    if (this.notifying === 'denied') return html`<p class="soft">${text.notifyOff}</p>`;
    return html`<div><fk-button @click=${() => this.dispatchEvent(new NotifyEvent())}>${text.notify}</fk-button></div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-telemetry-alarms': FkTelemetryAlarms;
  }
  interface HTMLElementEventMap {
    'fk-rules': RulesEvent;
    'fk-notify': NotifyEvent;
  }
}

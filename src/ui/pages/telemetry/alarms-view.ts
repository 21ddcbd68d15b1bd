/** The alarms for the readings on this phone, their rules, and the time of the last check. */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { groupedBy } from '../../../domain/record.ts';
import { alarmSince, MAX_RULES, type Alarm, type AlarmRule } from '../../../domain/telemetry/alarms.ts';
import { HOUR_MS } from '../../../domain/telemetry/record-query.ts';
import { trackingKey } from '../../../domain/telemetry/fleet.ts';
import { ifPossible } from '../../../domain/unawaited.ts';
import { alarmValue, ruleWords } from '../../beacon/alarm-words.ts';
import '../../elements/basics.ts';
import { checkIcon, icon, warningIcon } from '../../kit/icons.ts';
import { shared } from '../../kit/tokens.ts';
import { HoursController } from './hours-controller.ts';
import { ListController } from '../../elements/list/list-controller.ts';
import { renderTable, type ListColumn } from '../../elements/list/list-table.ts';
import { listStyles, valuesInLine } from '../../elements/list/list-styles.ts';
import { telemetryDeskStrings } from '../../strings/telemetry-desk.ts';
import { telemetryStrings } from '../../strings/telemetry.ts';
import { createAlarmForm, tagOfRoom } from './alarm-form.ts';
import { openBeacon, type ViewContext } from './view-context.ts';
import { lasting } from '../../words/telemetry.ts';

const text = telemetryDeskStrings.alarms;
/** How far back the start of an alarm is searched, hours. */
const BACK_HOURS = 30 * 24;
/** What names the value that raised an alarm. */
const VALUES = { battery: 'battery', temperature: 'temperature', silent: 'state' } as const;
/** The gravest first. */
const KINDS: readonly AlarmRule['kind'][] = ['silent', 'temperature', 'battery'];

@customElement('fk-telemetry-alarms')
class FkTelemetryAlarms extends LitElement {
  @property({ attribute: false }) context!: ViewContext;
  private room = '';
  /** The rule whose beacons are shown at first; another one must not close what somebody reads. */
  private gravest: string | null = null;
  private readonly form = createAlarmForm(
    this,
    () => this.context,
    (rule) => this.setRules([...this.context.known.rules, rule]),
  );
  private readonly list = new ListController(this, { portion: 3, more: 100 });
  private readonly hours = new HoursController(this, () => {
    const { known, nowMs, telemetry } = this.context;
    const endMs = Math.ceil(nowMs / HOUR_MS) * HOUR_MS;
    const wantsThem = known.alarms.some(({ rule }) => rule.kind !== 'silent');
    return {
      ...this.context,
      telemetry: wantsThem ? telemetry : null,
      shown: { whole: { startMs: endMs - BACK_HOURS * HOUR_MS, endMs } },
    };
  });

  static override styles = [
    shared,
    listStyles,
    valuesInLine,
    css`
      h2 {
        font-size: var(--text-l);
        line-height: var(--leading-tight);
      }
      h3 {
        font-size: var(--text-m);
      }
      summary .line {
        display: inline-flex;
        max-width: calc(100% - 2em);
        vertical-align: middle;
      }
      summary .row {
        row-gap: 0;
      }
      .more {
        margin-block: var(--space-2);
      }
      summary svg {
        color: var(--color-attention);
      }
      details + details {
        border-top: var(--stroke) solid var(--color-line);
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
        flex: 1 1 10rem;
        min-width: 0;
      }
      form {
        display: flex;
        flex-wrap: wrap;
        align-items: start;
        gap: var(--space-3);
      }
      fk-notice {
        margin-bottom: var(--space-3);
      }
      fk-field {
        min-width: 0;
      }
      .wide {
        flex: 1 1 14rem;
        max-width: 22rem;
      }
      /* Beside the controls, below the height of their labels; a fault moves nothing. */
      @media (min-width: 56.25em) {
        form > fk-button {
          margin-top: calc(var(--text-s) * var(--leading) + var(--space-1));
        }
      }
    `,
  ];

  protected override willUpdate(): void {
    const { room } = this.context.view;
    if (room === this.room) return;
    this.room = room;
    this.form.change({ tag: tagOfRoom(this.context) ?? '' });
  }

  protected override render(): TemplateResult {
    const { rules } = this.context.known;
    return html`
      <section class="card stack" aria-labelledby="now">
        <h2 class="strong" id="now">${text.now}</h2>
        ${this.renderNow()}
        <p class="soft">${this.renderChecked()}</p>
        ${this.renderNotify()}
      </section>
      <section class="card stack" aria-labelledby="rules">
        <h2 class="strong" id="rules">${text.rules}</h2>
        ${
          rules.length === 0
            ? html`<p>${text.noRules}</p>`
            : html`<ul role="list">
              ${rules.map((rule) => this.renderRule(rule))}
            </ul>`
        }
        <p class="soft">${text.intro}</p>
        <h3 class="strong">${text.add}</h3>
        ${rules.length >= MAX_RULES ? html`<p>${text.full}</p>` : this.renderForm()}
      </section>
    `;
  }

  /** When the readings were checked, and how many beacons of the account have none. */
  private renderChecked(): TemplateResult {
    const { known, names, nowMs } = this.context;
    const read = new Set(known.beacons.map(({ trackingId }) => trackingId.toLowerCase()));
    const unchecked = names.devices.filter(
      ({ isGateway, trackingId }) => !isGateway && !read.has(trackingId?.toLowerCase() ?? ''),
    ).length;
    const clock = known.clock.isChecked ? nothing : html` · ${telemetryStrings.clockUnchecked}`;
    const age = html`${text.checked} <fk-age .at=${known.checkedAtMs} .now=${nowMs}></fk-age>${clock}.`;
    return html`${known.checkedAtMs === null ? text.never : age} ${unchecked === 0 ? nothing : text.unchecked(unchecked)}`;
  }

  private renderForm(): TemplateResult {
    return html`<div>
      ${this.form.renderRestored()}
      <form novalidate @submit=${this.form.submit}>
        ${this.form.rows()}
        <fk-button type="submit">${text.save}</fk-button>
      </form>
    </div>`;
  }

  private setRules(rules: readonly AlarmRule[]): void {
    void ifPossible(this.context.telemetry?.setRules(rules));
  }

  private renderNow(): TemplateResult | typeof nothing {
    const { alarms, checkedAtMs, rules } = this.context.known;
    if (rules.length === 0) return nothing;
    // Without loaded readings there is no result to show.
    if (alarms.length === 0)
      return checkedAtMs === null ? nothing : html`<p class="line">${icon(checkIcon)}<span>${text.none}</span></p>`;
    const raised = [...groupedBy(alarms, ({ rule }) => rule.id).values()].toSorted(
      ([one], [other]) => KINDS.indexOf(one!.rule.kind) - KINDS.indexOf(other!.rule.kind),
    );
    this.gravest ??= raised[0]![0]!.rule.id;
    return html`<div>
      ${repeat(
        raised,
        ([worst]) => worst!.rule.id,
        (those) => this.renderRaised(those),
      )}
    </div>`;
  }

  /** The beacons of one rule, the worst first. */
  private renderRaised(raised: readonly Alarm[]): TemplateResult {
    const { rule } = raised[0]!;
    const words = ruleWords(rule);
    return html`<details ?open=${rule.id === this.gravest}>
      <summary>
        <h3 class="line strong anywhere">
          ${icon(warningIcon)}
          <span class="row">
            <span>${words}</span> <span class="soft">${text.found(raised.length, alarmValue(raised[0]!))}</span>
          </span>
        </h3>
      </summary>
      ${this.list.portions(raised, (portion) => renderTable(words, this.columnsOf(rule), portion), rule.id)}
    </details>`;
  }

  private columnsOf({ kind }: AlarmRule): readonly ListColumn<Alarm>[] {
    const { names } = this.context;
    return [
      {
        label: telemetryStrings.fleet.beacon,
        kind: 'title',
        cell: ({ trackingId }) =>
          html`<button type="button" class="link-button" @click=${() => openBeacon(trackingId, this.context)}>
            <bdi>${names.titleOf(trackingId)}</bdi>
          </button>`,
      },
      { label: telemetryStrings.fleet[VALUES[kind]], kind: 'number', cell: alarmValue },
      {
        label: kind === 'silent' ? text.lastHeard : text.read,
        cell: (alarm) => html`${this.renderWhen(alarm)}${this.lasting(alarm)}`,
      },
    ];
  }

  /** How long the alarm had lasted at the last reading; '' where that is not known. */
  private lasting(alarm: Alarm): string {
    const { value: hours } = this.hours;
    const row = hours?.rows.find(({ trackingId }) => trackingKey(trackingId) === trackingKey(alarm.trackingId));
    const since = hours === null || row === undefined ? null : alarmSince(alarm, row, hours.startMs);
    const lastingMs = since === null || alarm.atMs === null ? 0 : alarm.atMs - since.sinceMs;
    // The duration is shown in hours, so a shorter one is left out.
    if (since === null || lastingMs < HOUR_MS) return '';
    const words = lasting(lastingMs);
    return ` · ${since.isLeast ? text.lastsAtLeast(words) : text.lasts(words)}`;
  }

  private renderWhen({ rule, atMs, isUnchecked }: Alarm): TemplateResult | string {
    if (atMs === null) return rule.kind === 'silent' ? text.notHeard : '';
    const clock = isUnchecked ? html` · ${telemetryStrings.clockUnchecked}` : nothing;
    return html`<fk-age .at=${atMs} .now=${this.context.nowMs}></fk-age>${clock}`;
  }

  private renderRule(rule: AlarmRule): TemplateResult {
    const words = ruleWords(rule);
    const remove = (): void => this.setRules(this.context.known.rules.filter(({ id }) => id !== rule.id));
    return html`<li>
      <span>${words}</span>
      <fk-button variant="quiet" .label=${text.removeRule(words)} @click=${remove}>${text.remove}</fk-button>
    </li>`;
  }

  private renderNotify(): TemplateResult | typeof nothing {
    if (this.context.known.rules.length === 0 || !('Notification' in window)) return nothing;
    if (Notification.permission === 'granted') return html`<p class="soft">${text.notifyOn}</p>`;
    if (Notification.permission === 'denied') return html`<p class="soft">${text.notifyOff}</p>`;
    return html`<div><fk-button @click=${this.askToNotify}>${text.notify}</fk-button></div>`;
  }

  private readonly askToNotify = (): void => {
    void ifPossible(Notification.requestPermission().then(() => this.requestUpdate()));
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-telemetry-alarms': FkTelemetryAlarms;
  }
}

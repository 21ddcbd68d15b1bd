/** The practice panel: chooses faults on both sides and the sandbox's answers, and resets the sandbox. */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { BackendFault } from '../backend/faults.ts';
import { DEFAULT_OPTIONS, type SandboxOptions } from '../backend/options.ts';
import type { BeaconFault } from '../beacon/faults.ts';
import { ANSWER_CHOICES, type AnswerChoice } from './answers.ts';
import type { PracticeControls, PracticeOrder, SeenBeacon } from './controls.ts';
import { BACKEND_PRESETS, BEACON_PRESETS, labelOf, type Preset } from './presets.ts';
import '../../ui/elements/button/button.ts';
import { controlStyles } from '../../ui/kit/control-styles.ts';
import { pairStyles } from '../../ui/kit/data-styles.ts';
import { shared } from '../../ui/kit/tokens.ts';
import { practiceStrings } from '../../ui/strings/practice.ts';

const text = practiceStrings.panel;

interface AnyFault {
  readonly name: string;
  readonly times?: number | null;
}

const TIMES = [1, 2, 3, 5, 10] as const;
const POLL_MS = 500;
const REPEAT_ANSWERS = [204, 200, 404, 409, 422] as const;

@customElement('practice-panel')
export class PracticePanel extends LitElement {
  @property({ attribute: false }) controls: PracticeControls | null = null;
  @state() private backendFaults: readonly BackendFault[] = [];
  @state() private options: SandboxOptions = DEFAULT_OPTIONS;
  @state() private reachable = true;
  @state() private orders: readonly PracticeOrder[] = [];
  private timer: ReturnType<typeof setInterval> | undefined;
  private lastSeen = '';
  /** Number of changes that this panel made at the backend. */
  private changes = 0;
  @state() private reset: 'idle' | 'asked' | 'done' = 'idle';

  static override styles = [
    shared,
    controlStyles,
    pairStyles,
    css`
      :host {
        display: grid;
        gap: var(--space-5);
        max-width: var(--measure);
      }
      label:not(.line) {
        display: grid;
        gap: var(--space-1);
      }
      label.line {
        min-height: var(--target);
      }
      dd > span {
        display: block;
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    void this.refresh();
    // A fault that has struck counts down, so the panel is outdated when the person comes back.
    this.addEventListener('focusin', this.redraw);
    this.timer = setInterval(() => this.redrawIfChanged(), POLL_MS);
  }

  override disconnectedCallback(): void {
    this.removeEventListener('focusin', this.redraw);
    clearInterval(this.timer);
    super.disconnectedCallback();
  }

  /** Reads the settings of both sides again. */
  async refresh(): Promise<void> {
    if (!this.controls) return;
    await this.attempt(async (controls) => {
      const began = this.changes;
      const [faults, options, orders] = await Promise.all([
        controls.backendFaults(),
        controls.backendOptions(),
        controls.orders(),
      ]);
      this.orders = orders;
      // A change during this reading is newer than its result.
      if (began === this.changes) [this.backendFaults, this.options] = [faults, options];
    });
    this.requestUpdate();
  }

  /** Redraws if a beacon has changed: a blinking light goes out by itself. */
  private redrawIfChanged(): void {
    const seen = JSON.stringify(this.controls?.beacons() ?? []);
    if (seen !== this.lastSeen) this.requestUpdate();
    this.lastSeen = seen;
  }

  private readonly redraw = (event: FocusEvent): void => {
    const from = event.relatedTarget;
    if (!(from instanceof Node && this.contains(from))) void this.refresh();
  };

  protected override render(): TemplateResult | typeof nothing {
    const { controls } = this;
    if (!controls) return nothing;
    const keepBeacon = (faults: readonly BeaconFault[]): void => {
      controls.setBeaconFaults(faults);
      this.requestUpdate();
    };
    const keepBackend = (faults: readonly BackendFault[]): void => {
      void this.attempt(async () => {
        await controls.setBackendFaults(faults);
        this.changes += 1;
        this.backendFaults = faults;
      });
    };
    return html`
      <section class="card stack" aria-labelledby="beacon">
        <h3 id="beacon">${text.beaconHeading}</h3>
        <p class="soft">${text.beaconHelp}</p>
        ${this.side(BEACON_PRESETS, controls.beaconFaults(), keepBeacon)}
        <label class="line">
          <input type="checkbox" .checked=${controls.tokenReadable()} @change=${(event: Event) => this.setToken(event)} />
          ${text.token}
        </label>
        <h4>${text.beaconsHeading}</h4>
        <dl>${controls.beacons().map((beacon) => this.beacon(beacon))}</dl>
        <p class="soft">${text.powerHelp}</p>
        <fk-button wide @click=${() => this.cyclePower()}>${text.power}</fk-button>
      </section>
      <section class="card stack" aria-labelledby="backend">
        <h3 id="backend">${text.backendHeading}</h3>
        <p class="soft">${text.backendHelp}</p>
        ${this.reachable ? this.backendSide(keepBackend) : this.unreachable()}
      </section>
      ${this.resetSection()}
    `;
  }

  private backendSide(keep: (faults: readonly BackendFault[]) => void): TemplateResult {
    return html`
      ${this.side(BACKEND_PRESETS, this.backendFaults, keep)}
      <fieldset>
        <legend>${text.repeat}</legend>
        ${REPEAT_ANSWERS.map(
          (repeatAnswer) => html`
            <label class="line">
              <input
                type="radio"
                name="repeat"
                .checked=${this.options.repeatAnswer === repeatAnswer}
                @change=${() => this.setOptions({ repeatAnswer })}
              />
              ${text.repeats[repeatAnswer]}
            </label>
          `,
        )}
      </fieldset>
      <label class="line">
        <input
          type="checkbox"
          .checked=${this.options.configList}
          @change=${(event: Event) => this.setOptions({ configList: (event.target as HTMLInputElement).checked })}
        />
        ${text.configList}
      </label>
      <h4>${text.orders}</h4>
      <p class="soft" id="orders">${this.ordersLeft()}</p>
      <details>
        <summary>${text.answers}</summary>
        ${ANSWER_CHOICES.map((choice) => this.answerChoice(choice))}
      </details>
    `;
  }

  private beacon({ uniqueId, mode, blinks, lastCommand }: SeenBeacon): TemplateResult {
    return html`
      <div data-beacon=${uniqueId}>
        <dt class="mono" translate="no">${uniqueId}</dt>
        <dd>
          ${text.modes[mode]}${blinks ? html`, <strong>${text.blinks}</strong>` : nothing}
          ${lastCommand === null ? nothing : html`<span class="soft">${text.lastCommand(lastCommand)}</span>`}
        </dd>
      </div>
    `;
  }

  private ordersLeft(): string {
    const left = this.orders.filter(({ assigned }) => assigned === null);
    return left.length === 0
      ? text.noOrders
      : text.orderList(left.map(({ orderId, devices }) => text.order(orderId, devices)));
  }

  private answerChoice({ label, option, choices }: AnswerChoice): TemplateResult {
    const chosen = (event: Event): void => {
      const choice = choices[Number((event.target as HTMLSelectElement).value)];
      if (choice) this.setOptions({ [option]: choice.value });
    };
    return html`
      <label>
        ${label ?? html`<span translate="no">${option}</span>`}
        <select name=${option} @change=${chosen}>
          ${choices.map(
            (choice, index) =>
              html`<option value=${index} .selected=${this.options[option] === choice.value}>${choice.label}</option>`,
          )}
        </select>
      </label>
    `;
  }

  private cyclePower(): void {
    this.controls?.powerCycle();
    this.requestUpdate();
  }

  /** Renders the fault picker of one side and its current faults. */
  private side<Fault extends AnyFault>(
    presets: readonly Preset<Fault>[],
    faults: readonly Fault[],
    keep: (faults: readonly Fault[]) => void,
  ): TemplateResult {
    const groups = [...new Set(presets.map(({ group }) => group))];
    const arrange = (event: Event): void => {
      event.preventDefault();
      const [which, often] = (event.target as HTMLFormElement).querySelectorAll('select');
      const preset = presets[Number(which!.value)];
      const times = often!.value === 'always' ? null : Number(often!.value);
      if (preset) keep([...faults, { ...preset.fault, times }]);
    };
    return html`
      <form class="stack close" @submit=${arrange}>
        <label>
          ${text.fault}
          <select>
            ${groups.map(
              (group) => html`
                <optgroup label=${group}>
                  ${presets.map((preset, index) =>
                    preset.group === group ? html`<option value=${index}>${preset.label}</option>` : nothing,
                  )}
                </optgroup>
              `,
            )}
          </select>
        </label>
        <label>
          ${text.often}
          <select>
            ${TIMES.map((times) => html`<option value=${times} ?selected=${times === 1}>${text.times(times)}</option>`)}
            <option value="always">${text.always}</option>
          </select>
        </label>
        <fk-button wide type="submit">${text.add}</fk-button>
      </form>
      ${faults.length === 0 ? html`<p class="soft">${text.none}</p>` : nothing}
      <ul class="stack close">
        ${faults.map((fault, index) => {
          const label = labelOf(presets, fault);
          return html`
            <li class="spread">
              <span>${label} <span class="soft">(${
                typeof fault.times === 'number' ? text.left(fault.times) : text.untilRemoved
              })</span></span>
              <fk-button .label=${text.remove(label)} @click=${() => keep(faults.filter((_fault, at) => at !== index))}>
                ${text.removeShort}
              </fk-button>
            </li>
          `;
        })}
      </ul>
      ${faults.length > 1 ? html`<fk-button wide @click=${() => keep([])}>${text.removeAll}</fk-button>` : nothing}
    `;
  }

  private resetSection(): TemplateResult {
    const isAsking = this.reset === 'asked';
    return html`
      <section class="card stack" aria-labelledby="reset">
        <h3 id="reset">${text.resetHeading}</h3>
        <p class="soft">${text.resetHelp}</p>
        ${
          isAsking
            ? html`
              <fk-button wide @click=${() => (this.reset = 'idle')}>${text.resetKeep}</fk-button>
              <fk-button wide variant="danger" @click=${() => this.resetPractice()}>${text.resetSure}</fk-button>
            `
            : html`<fk-button wide variant="danger" @click=${() => (this.reset = 'asked')}>${text.reset}</fk-button>`
        }
        <p role="status">${this.reset === 'done' ? text.resetDone : nothing}</p>
      </section>
    `;
  }

  private unreachable(): TemplateResult {
    return html`
      <p role="status">${text.unreachable}</p>
      <fk-button wide @click=${() => this.refresh()}>${text.retry}</fk-button>
    `;
  }

  private setToken(event: Event): void {
    this.controls?.setTokenReadable((event.target as HTMLInputElement).checked);
    this.requestUpdate();
  }

  private setOptions(options: Partial<SandboxOptions>): void {
    void this.attempt(async (controls) => {
      await controls.setBackendOptions(options);
      this.changes += 1;
      this.options = { ...this.options, ...options };
    });
  }

  private async resetPractice(): Promise<void> {
    await this.attempt(async (controls) => {
      await controls.reset();
      this.reset = 'done';
      this.dispatchEvent(new CustomEvent('practice-reset', { bubbles: true, composed: true }));
    });
    await this.refresh();
  }

  /** Runs `work`. Any failure means that the sandbox does not answer, and is shown as such. */
  private async attempt(work: (controls: PracticeControls) => Promise<void>): Promise<void> {
    if (!this.controls) return;
    try {
      await work(this.controls);
      this.reachable = true;
    } catch {
      this.reachable = false;
    }
  }
}

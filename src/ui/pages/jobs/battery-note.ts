/** The battery of the beacon on site: its state, who changes it, and the button that notes the change. */
import { html, nothing, type LitElement, type TemplateResult } from 'lit';
import { MAX_TYPED_WORDS, type BatteryChange, type Job } from '../../../domain/job/job.ts';
import type { TaskProgress } from '../../../domain/job/progress.ts';
import type { JobsState } from '../../../use-cases/jobs/jobs.ts';
import '../../elements/basics.ts';
import type { FieldChangeEvent } from '../../elements/field/field.ts';
import { checkIcon } from '../../kit/icons.ts';
import { jobStrings } from '../../strings/jobs.ts';
import { batteryWords, lastChanger, renderBatteryState } from './task-battery.ts';

const text = jobStrings.task.battery;

export class BatteryNote {
  /** Who changes the batteries, as typed; null until then. */
  private typed: string | null = null;

  constructor(
    private readonly host: LitElement,
    private readonly stateNow: () => JobsState,
    private readonly note: (here: TaskProgress, battery: BatteryChange) => void,
  ) {}

  render(job: Job, here: TaskProgress): TemplateResult | typeof nothing {
    const { task, configuration, battery: state } = here;
    if (state === null) return nothing;
    return html`<div>${renderBatteryState(state)}</div>
      <p><bdi>${batteryWords(task.battery!)}</bdi></p>
      ${state === 'toChange' && this.knownChanger(job) === null ? this.renderChanger(this.changerOf(job)) : nothing}
      ${
        state !== 'toChange'
          ? html`<div class="row"><fk-button @click=${() => this.note(here, {})}>${text.takeBack}</fk-button></div>`
          : configuration === null
            ? nothing
            : this.renderButton(job, here)
      }`;
  }

  /** The main action where no configuration goes along. */
  renderButton(job: Job, here: TaskProgress): TemplateResult {
    const isAlone = here.configuration === null;
    const by = this.changerOf(job).trim();
    return html`<fk-button .big=${isAlone} .wide=${true} .variant=${isAlone ? 'primary' : 'plain'} .icon=${checkIcon}
      @click=${() => this.note(here, { notedAtMs: Date.now(), ...(by === '' ? {} : { by }) })}>${text.note}</fk-button>`;
  }

  /** Who changes the batteries of this job, as the job has it; null for nobody. */
  private knownChanger({ id, hungUp }: Job): string | null {
    return hungUp?.by || lastChanger(this.stateNow().tasks.get(id) ?? []);
  }

  private changerOf(job: Job): string {
    const { tasks, jobs } = this.stateNow();
    const installer = jobs.find(({ hungUp }) => hungUp !== undefined && hungUp.by !== '')?.hungUp?.by;
    return this.knownChanger(job) ?? this.typed ?? lastChanger([...tasks.values()].flat()) ?? installer ?? '';
  }

  /** Asks once for each job who changes the batteries, if nobody is named yet. */
  private renderChanger(by: string): TemplateResult {
    return html`<fk-field name="changer" .label=${text.changer} .help=${text.changerHelp} .maxlength=${MAX_TYPED_WORDS} .value=${by}
      @fk-input=${this.onChanger}></fk-field>`;
  }

  private readonly onChanger = ({ value }: FieldChangeEvent): void => {
    this.typed = value;
    this.host.requestUpdate();
  };
}

/**
 * The acceptance report of a job: what is known of each beacon, to print or to save as a file that reveals later edits.
 */
import { Task as Making, TaskStatus, initialState } from '@lit/task';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { Job } from '../../../domain/job/job.ts';
import { countJob, type JobCounts, type TaskProgress } from '../../../domain/job/progress.ts';
import {
  sealText,
  writeReport,
  type HashedRow,
  type Report,
  type ReportHead,
} from '../../../domain/report/report-file.ts';
import { reportRow, type ReportRow, type Verdict } from '../../../domain/report/report-row.ts';
import type { Unsaved } from '../../../domain/job/unsaved.ts';
import { groupedBy } from '../../../domain/record.ts';
import { MARK_WORDS } from '../../../domain/track-marks.ts';
import '../../elements/basics.ts';
import type { FieldChangeEvent } from '../../elements/field/field.ts';
import '../../elements/key-value/key-value.ts';
import { exportIcon } from '../../kit/icons.ts';
import { columnPageStyles } from '../../kit/column-page-styles.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { shared } from '../../kit/tokens.ts';
import { SayEvent } from '../../shared/say.ts';
import { sha256 } from '../../shared/sha256.ts';
import { canShare, saveFile, shareAndSay } from '../../shared/give-file.ts';
import { labelOf } from '../../words/configure.ts';
import { elementStrings } from '../../strings/elements.ts';
import { jobStrings } from '../../strings/jobs.ts';
import { photoStrings } from '../../strings/photos.ts';
import { reportStrings as text } from '../../strings/report.ts';
import { shellStrings } from '../../strings/shell.ts';
import { number } from '../../language/counting.ts';
import { date, dateTime, moment, timeWithSeconds } from '../../language/times.ts';
import { transferStrings } from '../../strings/transfer.ts';
import { jobReportStyles } from './job-report-styles.ts';
import { JobBase } from '../../beacon/jobs-base.ts';
import { jobLine } from './job-line.ts';
import { jobTabs } from './job-links.ts';
import { PhotosController } from './photos-controller.ts';
import { batteryWords } from './task-battery.ts';
import { valueLine } from '../../beacon/value-words.ts';

/** A finished report. File, screen and print show the same moment. */
interface Made {
  readonly rows: readonly ReportRow[];
  readonly head: ReportHead;
  readonly report: Report;
}

/** Rows shown on screen. A longer table would block the browser; the file is always complete. */
const MAX_SHOWN = 2000;
const HASH_SHOWN = 16;

@customElement('fk-job-report-page')
class FkJobReportPage extends JobBase {
  @property({ attribute: false }) nowMs: () => number = Date.now;
  @state() private person = '';
  private readonly making = new Making(this, {
    task: ([job, of, unsaved, person]) => (job === null ? initialState : this.make(job, of, unsaved, person)),
    args: () => {
      const { progress } = this;
      return [progress.length === 0 ? null : this.job, progress, this.unsavedNow(progress), this.person] as const;
    },
  });
  private readonly photos = new PhotosController(this, () => ({ photos: this.jobs?.photos, jobId: this.jobId }));

  static override styles = [shared, pageStyles, columnPageStyles, jobReportStyles];

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    this.nameJob();
  }

  protected override renderJob(job: Job): TemplateResult {
    const { progress } = this;
    if (progress.length === 0) return this.renderEmpty(jobStrings.job.noTasks);
    const made = this.making.value ?? null;
    return html`<div class="column">
        <div class="screen">${jobTabs(job.id, 'report')}</div>
        ${this.renderHead(job, made)}
        ${this.photos.shown === 'failed' ? html`<fk-notice tone="attention" .text=${photoStrings.unreadable}></fk-notice>` : nothing}
        ${
          this.making.status === TaskStatus.ERROR
            ? html`<fk-notice tone="stop" .text=${text.failed}></fk-notice>`
            : made === null
              ? html`<fk-progress .total=${null} .label=${text.making}></fk-progress>`
              : nothing
        }
        ${made === null ? nothing : renderRows(made.report, this.photos)}
        <fk-field class="screen" name="person" .label=${text.person} .help=${text.personHelp} .maxlength=${100}
          .value=${this.person} @fk-input=${this.onPerson}></fk-field>
        ${made === null ? nothing : renderFacts(made)}
        <div class="signatures paper"
          aria-hidden="true">${[text.signature.name, text.signature.place, text.signature.sign].map(
            (words) => html`<span>${words}</span>`,
          )}</div>
      </div>
      <fk-foot class="foot screen">
        <div class="row pair">
          <fk-button .big=${true} .wide=${true} .disabled=${made === null} @click=${() => window.print()}>${text.print}</fk-button>
          ${
            canShare('report')
              ? html`<fk-button .big=${true} .wide=${true} .disabled=${made === null}
                @click=${() => void this.share(made!)}>${transferStrings.share}</fk-button>`
              : nothing
          }
          <fk-button .big=${true} .wide=${true} variant="primary" .icon=${exportIcon} .disabled=${made === null}
            @click=${() => this.save(made!)}>${text.save}</fk-button>
        </div>
      </fk-foot>`;
  }

  private renderHead(job: Job, made: Made | null): TemplateResult {
    const { nowMs } = this.clock;
    const counts = countJob(this.progress, nowMs);
    return html`<div class="card stack close">
      <p class="paper strong" aria-hidden="true">${shellStrings.titles.jobReport}</p>
      <h2 class="paper"><bdi>${job.name}</bdi></h2>
      ${renderResult(counts)}
      <p class="soft">${jobLine(job, this.tasks, counts.left + counts.parked === 0, nowMs)}</p>
      ${made === null ? nothing : renderVerdicts(made.rows)}
    </div>`;
  }

  private async make(job: Job, of: readonly TaskProgress[], unsaved: Unsaved, person: string): Promise<Made> {
    const rows = of.map((one) => reportRow(one, unsaved.get(one.task.uniqueId)));
    const last = this.making.value;
    // A list that was loaded again, or a typed name, leaves the findings and their time as they are.
    const isSame = last !== undefined && JSON.stringify(last.rows) === JSON.stringify(rows);
    const head: ReportHead = {
      job: job.name,
      site: job.site,
      person: person.trim(),
      appVersion: this.services.app.state.value.version,
      madeAtMs: isSame ? last.head.madeAtMs : this.nowMs(),
    };
    return { rows, head, report: await writeReport(head, rows, sha256) };
  }

  private readonly onPerson = (event: FieldChangeEvent): void => {
    this.person = event.value;
  };

  private save({ report, head }: Made): void {
    saveFile('report', [report.text], head.madeAtMs);
    this.dispatchEvent(new SayEvent(text.saved));
  }

  private share({ report, head }: Made): Promise<void> {
    return shareAndSay(this, text.shared, 'report', report.text, head.madeAtMs);
  }
}

function renderResult({ toVerify, verified, noted, confirmed }: JobCounts): TemplateResult {
  const changed = noted + confirmed;
  return html`<p class="result strong">${toVerify === 0 ? nothing : text.counts(verified, toVerify)}
    ${changed === 0 ? nothing : jobStrings.end.batteries(changed, confirmed)}</p>`;
}

/** How many beacons are in each state. */
function renderVerdicts(rows: readonly ReportRow[]): TemplateResult {
  return html`<ul class="dots" role="list">${[...groupedBy(rows, ({ verdict }) => verdict)].map(
    ([verdict, own]) =>
      html`<li><span class=${verdict}>${verdictWord(verdict)}</span> <strong>${number(own.length)}</strong></li>`,
  )}</ul>`;
}

function renderFacts({ head, report }: Made): TemplateResult {
  return html`<fk-key-value
      .entries=${[
        { key: text.made, value: moment(head.madeAtMs) },
        { key: text.version, value: head.appVersion, mono: true },
        ...(head.person === '' ? [] : [{ key: text.personShort, value: html`<bdi>${head.person}</bdi>` }]),
      ]}
    ></fk-key-value>
    <p class="paper">${text.check.seal} <span class="mono">${sealText(report.seal)}</span></p>
    <details class="screen">
      <summary>${text.check.seal}</summary>
      <p class="mono">${sealText(report.seal)}</p>
      <p class="soft">${text.check.sealMeans}</p>
      <fk-button variant="plain" href="/report-check">${text.toCheck}</fk-button>
    </details>`;
}

function renderRows({ rows }: Report, photos: PhotosController): TemplateResult {
  return html`<table role="table">
      <thead role="rowgroup">
        <tr role="row">
          ${Object.values(text.columns).map((name) => html`<th role="columnheader" scope="col">${name}</th>`)}
        </tr>
      </thead>
      <tbody role="rowgroup">
        ${rows.slice(0, MAX_SHOWN).map((row) => renderRow(row, photos))}
      </tbody>
    </table>
    ${rows.length > MAX_SHOWN ? html`<p>${text.more(rows.length - MAX_SHOWN)}</p>` : nothing}`;
}

/** Shows each day once, with the times of that day. */
function renderTimes(times: HashedRow['times']): TemplateResult {
  const steps = MARK_WORDS.flatMap((word) => (times[word] === null ? [] : { word, at: times[word] }));
  const days = [...groupedBy(steps, ({ at }) => date(at))];
  return html`<ul role="list">${days.map(
    ([day, own]) =>
      html`<li><strong>${day}</strong> ${own.map(
        ({ word, at }) => html`<span class="time">${elementStrings.track.words[word]} ${timeWithSeconds(at)}</span>`,
      )}</li>`,
  )}</ul>`;
}

/** The value with its unit; an unchanged value is shown once. */
function renderChange({ name, before, after }: HashedRow['changes'][number]): TemplateResult {
  const now = html`<bdi>${after === null ? '' : valueLine(name, after)}</bdi>`;
  if (before === after) return html`<li>${labelOf(name)}: ${now}</li>`;
  return html`<li>${labelOf(name)}: <bdi>${before === null ? text.notKnown : valueLine(name, before)}</bdi> → ${now}</li>`;
}

/** On screen one line, whose other cells are shown while its details are open. */
function renderRow(row: HashedRow, photos: PhotosController): TemplateResult {
  const { columns } = text;
  const reason = row.reason === '' ? row.note : row.reason;
  const beacon = html`<bdi class="mono">${row.uniqueId}</bdi> <bdi>${row.alias}</bdi>`;
  return html`<tr role="row">
    <td role="cell">
      <span class="paper">${beacon}</span>
      <details class="screen"><summary>${beacon}</summary></details>
    </td>
    <td role="cell" data-name=${columns.room}><bdi>${row.place}</bdi> ${photos.ofBeacon(row.uniqueId).map(
      ({ url, addedAtMs }) =>
        html`<figure>
            <img src=${url} alt=${photoStrings.of(row.alias === '' ? row.uniqueId : row.alias)} />
            <figcaption>${photoStrings.added(dateTime(addedAtMs))}</figcaption>
          </figure>`,
    )}</td>
    <td role="cell" data-name=${columns.change}><ul role="list">${row.changes.map(renderChange)}</ul></td>
    <td role="cell" data-name=${columns.times}>${renderTimes(row.times)}</td>
    <td role="cell" data-name=${columns.tries}>${text.tries(row.writes, row.posts)}</td>
    <td role="cell" ><strong class=${row.verdict}>${verdictWord(row.verdict)}</strong> <bdi>${reason}</bdi>
      ${row.battery === undefined ? nothing : html`<p><bdi>${batteryWords(row.battery)}</bdi></p>`}</td>
    <td role="cell" data-name=${columns.hash} class="mono">${row.hash.slice(0, HASH_SHOWN)}</td>
  </tr>`;
}

function verdictWord(verdict: Verdict): string {
  if (verdict === 'toChange' || verdict === 'noted' || verdict === 'confirmed')
    return jobStrings.task.battery.states[verdict];
  return verdict === 'alreadySo' || verdict === 'skipped' || verdict === 'parked' || verdict === 'doneElsewhere'
    ? text.verdicts[verdict]
    : elementStrings.track.summaries[verdict];
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-job-report-page': FkJobReportPage;
  }
}

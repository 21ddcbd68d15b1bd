/**
 * Takes over a job from another phone: shows the content of the file first, and asks about differences between the
 * plans.
 */
import { html, nothing, type TemplateResult } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { MAX_FILE_BYTES } from '../../../domain/limits.ts';
import type { Conflict } from '../../../domain/job/merge.ts';
import type { Task } from '../../../domain/job/job.ts';
import type { JobFilePreview } from '../../../use-cases/jobs/hand-over.ts';
import '../../elements/basics.ts';
import { importIcon } from '../../kit/icons.ts';
import { columnPageStyles, partStyles } from '../../kit/column-page-styles.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { shared } from '../../kit/tokens.ts';
import { droppedSentence, faultSentences } from '../../shared/file-faults.ts';
import { FileInput } from '../../shared/file-input.ts';
import { FormController } from '../../shared/form-controller.ts';
import { OneWork } from '../../shared/one-work.ts';
import { SayEvent } from '../../shared/say.ts';
import '../../shared/take-codes.ts';
import { jobPath, navigate } from '../../shell/router.ts';
import { AccountElement } from '../../shell/account-element.ts';
import { elementStrings } from '../../strings/elements.ts';
import { fileFaultStrings } from '../../strings/file-faults.ts';
import { handOverStrings } from '../../strings/hand-over.ts';
import { jobStrings } from '../../strings/jobs.ts';
import { dateTime } from '../../language/times.ts';

const text = handOverStrings.take;
const MAX_NAMED = 20;

const choice = (label: string, ours: string, theirs: string) =>
  ({
    kind: 'select',
    label,
    options: [
      { value: 'ours', label: ours },
      { value: 'theirs', label: theirs },
    ],
  }) as const;

@customElement('fk-take-over-page')
class FkTakeOverPage extends AccountElement {
  @state() private name = '';
  @state() private content = '';
  @state() private preview: JobFilePreview | null = null;
  @state() private refusal = '';
  private readonly working = new OneWork(this);
  private readonly form = new FormController(this, {
    first: { conflicts: 'ours', packages: 'ours' },
    fields: {
      conflicts: choice(text.take, text.ours, text.theirs),
      packages: choice(text.takePackages, text.oursPackages, text.theirsPackages),
    },
  });

  private readonly input = new FileInput(this, {
    place: () => 'job',
    kinds: ['job'],
    onFile: (file) => void this.open(file),
  });

  static override styles = [shared, pageStyles, columnPageStyles, partStyles];

  protected override render(): TemplateResult {
    const { preview } = this;
    const isFile = preview?.kind === 'file';
    return html`<div class="column short">
        <p>${text.intro}</p>
        <div class="part file">
          <div class="dock row">
            <fk-button .variant=${isFile ? 'plain' : 'primary'} .icon=${importIcon} .disabled=${this.working.isBusy}
              @click=${this.input.choose}>${text.choose}</fk-button>
            <span class="soft drop">${elementStrings.orDrop}</span>
            ${this.input.render(text.choose, 'application/json,.json,text/plain,.txt')}
          </div>
          ${this.input.renderReading(text.reading)}
        </div>
        <fk-take-codes class="below" .kind=${'job'} .services=${this.services}
          .onFile=${(file: File) => void this.open(file)}></fk-take-codes>
        <div class="part" role="status">${
          this.refusal === '' ? nothing : html`<fk-notice tone="stop" .text=${this.refusal}></fk-notice>`
        }${preview === null ? nothing : preview.kind === 'problem' ? renderProblem(this.name, preview) : this.renderPreview(preview)}</div>
      </div>
      ${
        preview?.kind === 'file'
          ? html`<fk-foot class="foot"><div class="row"><fk-button .big=${true} .wide=${true}
            .variant=${preview.ofThisAccount ? 'primary' : 'danger'} .busy=${this.working.isBusy}
            @click=${this.take}>${preview.ofThisAccount ? text.go : text.goOther}</fk-button></div></fk-foot>`
          : nothing
      }`;
  }

  private renderPreview(preview: Extract<JobFilePreview, { kind: 'file' }>): TemplateResult {
    const { added, marked, conflicts, same } = preview.merge;
    return html`<section>
      <h2><bdi>${preview.name}</bdi></h2>
      <p class="soft">${preview.site === '' ? nothing : html`<bdi>${preview.site}</bdi> · `}${text.made(dateTime(preview.madeAtMs))}</p>
      <p>${text.holds(preview.tasks, preview.packages, preview.receipts)}</p>
      ${preview.photos === 0 ? nothing : html`<p>${text.photos(preview.photos)}</p>`}
      ${
        preview.photosLost === 0
          ? nothing
          : html`<fk-notice tone="attention" .text=${text.photosLost(preview.photosLost)}></fk-notice>`
      }
      <p>${preview.isKnown ? text.isKnown(added.length, marked.length, same) : text.isNew}</p>
      ${preview.ofThisAccount ? nothing : html`<fk-notice tone="attention" .text=${text.other(preview.baseUrl)}></fk-notice>`}
      ${preview.dropped.length === 0 ? nothing : html`<fk-notice .text=${droppedSentence(preview.dropped)}></fk-notice>`}
      ${conflicts.length === 0 ? nothing : this.renderConflicts(conflicts)}
      ${preview.replaces.length === 0 ? nothing : this.renderReplaced(preview.replaces)}
    </section>`;
  }

  private renderConflicts(conflicts: readonly Conflict[]): TemplateResult {
    return html`<fk-notice tone="attention" .text=${text.conflicts(conflicts.length)}></fk-notice>
      <ul class="points">
        ${conflicts
          .slice(0, MAX_NAMED)
          .map(
            ({ ours, theirs }) =>
              html`<li><bdi>${text.conflict(ours.uniqueId, summaryOf(ours), summaryOf(theirs))}</bdi></li>`,
          )}
        ${conflicts.length > MAX_NAMED ? html`<li>${handOverStrings.more(conflicts.length - MAX_NAMED)}</li>` : nothing}
      </ul>
      ${this.form.field('conflicts')}`;
  }

  private renderReplaced(uniqueIds: readonly string[]): TemplateResult {
    const named = uniqueIds.slice(0, MAX_NAMED).join(', ');
    return html`<fk-notice tone="attention" .text=${text.replaces(uniqueIds.length)}>
        <p slot="details"><bdi>${text.replaced(named, Math.max(uniqueIds.length - MAX_NAMED, 0))}</bdi></p>
      </fk-notice>
      ${this.form.field('packages')}`;
  }

  private async open(file: File): Promise<void> {
    this.name = file.name;
    this.preview = null;
    this.refusal = '';
    this.form.reset();
    if (file.size > MAX_FILE_BYTES) {
      this.preview = { kind: 'problem', problem: 'tooLarge', detail: '', faults: [] };
      return;
    }
    try {
      const read = await this.input.read(async (signal) => {
        const content = await file.text();
        return { content, preview: await (await this.services.handOver()).preview(content, signal) };
      });
      if (read !== null) ({ content: this.content, preview: this.preview } = read);
    } catch {
      this.refusal = fileFaultStrings.ofFile(file.name, text.unreadable);
    }
  }

  private readonly take = (): Promise<unknown> =>
    this.working.run(
      async () => {
        const { conflicts, packages: which } = this.form.texts;
        const handOver = await this.services.handOver();
        const taken = await handOver.take(this.content, { conflicts: sideOf(conflicts), packages: sideOf(which) });
        if (taken === null) throw new Error('not taken');
        const { tasks, packages, receipts, photos, photosRefused, photosUnreadable, jobId } = taken;
        const isNothing = tasks + packages + receipts + photos + photosRefused === 0;
        const words = [
          isNothing ? text.nothingNew : text.taken(tasks, packages, receipts),
          photosRefused > 0 ? text.photosRefused(photosRefused) : photos > 0 ? text.photosTaken(photos) : '',
          photosUnreadable.length === 0
            ? ''
            : text.photosUnreadable(photosUnreadable.length, photosUnreadable.slice(0, MAX_NAMED).join(', ')),
        ];
        this.dispatchEvent(new SayEvent(words.filter((part) => part !== '').join(' ')));
        navigate(jobPath(jobId), { replace: true });
      },
      () => (this.refusal = text.failed),
    );
}

function sideOf(chosen: string): 'ours' | 'theirs' {
  return chosen === 'theirs' ? 'theirs' : 'ours';
}

function renderProblem(
  name: string,
  { problem, detail, faults }: Extract<JobFilePreview, { kind: 'problem' }>,
): TemplateResult {
  const words = text.problems[problem];
  const sentence = fileFaultStrings.ofFile(name, typeof words === 'string' ? words : words(detail));
  return html`<fk-notice tone="stop" .text=${sentence}>
    ${
      faults.length === 0
        ? nothing
        : html`<ul slot="details">${faultSentences(faults).map((fault) => html`<li><bdi>${fault}</bdi></li>`)}</ul>`
    }
  </fk-notice>`;
}

/** The plan of a beacon in one line. */
function summaryOf({ place, note, mark, values }: Task): string {
  const parts = [place, note, mark === null ? '' : `${jobStrings.task.marks[mark.kind]} ${mark.reason}`];
  return [...parts, ...Object.entries(values).map(([name, value]) => `${name} ${JSON.stringify(value)}`)]
    .filter((part) => part.trim() !== '')
    .join(', ');
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-take-over-page': FkTakeOverPage;
  }
}

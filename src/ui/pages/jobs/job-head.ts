/**
 * The head of a job: its pages, its site, its dates, what its beacons have in common, and the actions for the whole job behind
 * Options. The page's own actions go into the slot.
 */
import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { planDeviceTable, type DeviceLine } from '../../../domain/bulk/device-table.ts';
import type { AttributeValues } from '../../../domain/device.ts';
import type { Job, Task } from '../../../domain/job/job.ts';
import type { JobFacts } from '../../../domain/job/progress.ts';
import { memoizeLast } from '../../../domain/memoize.ts';
import { roomName, roomOf } from '../../../domain/room.ts';
import { withEdit } from '../../../domain/virtual-edit.ts';
import { commonWords } from '../../beacon/changes-in-line.ts';
import { JobBase } from '../../beacon/jobs-base.ts';
import '../../elements/basics.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { shared } from '../../kit/tokens.ts';
import { FormController, type Texts } from '../../shared/form-controller.ts';
import { SayEvent } from '../../shared/say.ts';
import { jobPath, navigate } from '../../shell/router.ts';
import { bulkStrings } from '../../strings/bulk.ts';
import { jobStrings } from '../../strings/jobs.ts';
import './hung-up-question.ts';
import { jobLine } from './job-line.ts';
import { jobTabs } from './job-links.ts';

const text = jobStrings.head;

@customElement('fk-job-head')
class FkJobHead extends JobBase {
  /** The planned values that all beacons have in common. */
  @property({ attribute: false }) common: AttributeValues = {};
  /** True when nothing is left to do in the job. */
  @property({ attribute: false }) isDone = false;
  @state() private opened = false;
  /** Photos that would go with the job, while that is asked; 0 otherwise. */
  @state() private photosToLose = 0;
  private readonly form = new FormController(this, {
    first: () => ({ name: this.job?.name ?? '', site: this.job?.site ?? '', due: this.job?.due ?? '' }),
    fields: {
      name: { label: jobStrings.make.name, maxlength: 100 },
      site: { label: jobStrings.make.site, maxlength: 100 },
      due: { kind: 'date', label: jobStrings.make.due },
    },
    draft: {
      drafts: () => this.services.drafts,
      of: () => (this.opened ? `job-${this.jobId}` : null),
    },
    submit: (texts) => this.saveNames(texts),
  });

  static override styles = [
    shared,
    pageStyles,
    css`
      .head {
        border-bottom: var(--stroke) solid var(--color-line);
      }
      .tabs {
        flex: 1 1 auto;
        border: 0;
      }
      p {
        max-width: none;
      }
      /* A phone shows these values in the options. */
      @media (max-width: 56.24em) {
        .common {
          display: none;
        }
      }
    `,
  ];

  /** The page around it shows that something is loading. */
  protected override renderMissing(): typeof nothing {
    return nothing;
  }

  protected override renderJob(job: Job): TemplateResult {
    const common = commonWords(this.common);
    return html`<div class="stack close">
        <div class="row head">
        ${jobTabs(job.id, 'plan')}
        <fk-button variant="quiet" @click=${this.open}>${jobStrings.run.more}</fk-button>
      </div>
      <p class="soft">${jobLine(job, this.tasks, this.isDone, this.clock.nowMs)}${
        common === '' ? nothing : html`<span class="common"> · <bdi>${common}</bdi></span>`
      }</p>
      </div>
      <fk-dialog .open=${this.opened} .heading=${job.name} @fk-close=${() => (this.opened = false)}>
        <div class="stack">
          ${common === '' ? nothing : html`<p class="soft"><bdi>${common}</bdi></p>`}
          <div class="wrap"><slot></slot></div>
          ${this.form.renderRestored()}
          ${this.form.rows()}
          <div class="row"><fk-button variant="primary" .disabled=${this.form.texts.name.trim() === ''}
            @click=${this.form.submit}>${text.save}</fk-button></div>
          ${this.opened ? this.renderRooms() : nothing}
          <fk-hung-up-question class="stack close" .job=${job} .jobs=${this.jobs!}></fk-hung-up-question>
          <div class="row">
            <fk-button @click=${() => void this.copy(job)}>${text.copy}</fk-button>
            <fk-button variant="quiet" @click=${() => void this.askRemoval(job)}>${text.remove}</fk-button>
          </div>
        </div>
      </fk-dialog>
      <fk-confirm variant="danger" .open=${this.photosToLose > 0} .heading=${text.removeQuestion(job.name)} .action=${text.removeWithPhotos}
        @fk-confirm=${() => void this.removeJob(job)} @fk-close=${() => (this.photosToLose = 0)}>
        <p>${text.photosGo(this.photosToLose)}</p>
      </fk-confirm>`;
  }

  /** The devices that would change if the rooms of the job were stored, and how many cannot be changed. */
  private renderRooms(): TemplateResult | typeof nothing {
    const { devices, beacons } = this.factsNow();
    const lines = this.roomsOf(this.tasks, devices, beacons);
    const able = lines.filter(({ values }) => Object.keys(values).length > 0);
    const leftOut = lines.filter(({ fault }) => fault !== null).length;
    return html`${leftOut === 0 ? nothing : html`<p class="soft">${text.rooms.leftOut(leftOut)}</p>`}
      ${
        able.length === 0
          ? nothing
          : html`<p class="soft">${text.rooms.note}</p>
            <div class="row"><fk-button @click=${() => void this.saveRooms(able)}>${text.rooms.save(able.length)}</fk-button></div>`
      }`;
  }

  /** The differences between the rooms of this job and the tags of its devices. */
  private readonly roomsOf = memoizeLast(roomLines);

  private async saveRooms(lines: readonly DeviceLine[]): Promise<void> {
    this.opened = false;
    const { devices } = this.factsNow();
    const edits = lines.flatMap(({ device: { uniqueId }, values }) => {
      const device = devices.get(uniqueId);
      return device === undefined ? [] : [{ device, values }];
    });
    if ((await this.keep(this.services.outbox.editMany(edits).then(() => true))) === null) return;
    this.dispatchEvent(new SayEvent(bulkStrings.table.saved(edits.length)));
  }

  private readonly open = (): void => {
    this.form.reset();
    this.opened = true;
  };

  private async saveNames({ name, site, due }: Texts<'name' | 'site' | 'due'>): Promise<void> {
    const { jobId } = this;
    const names = { name: name.trim(), site: site.trim(), due };
    if ((await this.keep(this.jobs!.rename(jobId, names).then(() => true))) === null) return;
    this.form.settled(`job-${jobId}`);
    this.opened = false;
  }

  private async copy({ id, name }: Job): Promise<void> {
    const made = await this.keep(this.jobs!.copy(id, text.copyOf(name)));
    if (made === null) return;
    this.opened = false;
    navigate(jobPath(made.id));
  }

  private async askRemoval(job: Job): Promise<void> {
    const photos = await this.keep(this.jobs!.photos.ofJob(job.id));
    if (photos === null) return;
    this.opened = false;
    if (photos.length === 0) await this.removeJob(job);
    else this.photosToLose = photos.length;
  }

  private async removeJob({ id, name }: Job): Promise<void> {
    // The page removes this heading as soon as the job is gone, so keep a reference to it.
    const page = this.getRootNode();
    const back = await this.keep(this.jobs!.remove(id));
    if (back === null) return;
    page.dispatchEvent(new SayEvent(text.removed(name), () => void this.keep(back())));
    navigate('/jobs');
  }
}

function roomLines(
  tasks: readonly Task[],
  devices: JobFacts['devices'],
  beacons: JobFacts['beacons'],
): readonly DeviceLine[] {
  const shown = new Map(
    tasks.flatMap(({ uniqueId }) => {
      const device = devices.get(uniqueId);
      return device === undefined
        ? []
        : [[uniqueId, withEdit(device, beacons.stored.get(uniqueId)?.edit ?? null)] as const];
    }),
  );
  const rows = tasks.flatMap(({ uniqueId, place }) =>
    place === '' || roomName(place) === roomOf(shown.get(uniqueId)?.tags ?? [])
      ? []
      : [{ uniqueId, alias: '', room: place, tags: '', notes: '' }],
  );
  return planDeviceTable(rows, shown);
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-job-head': FkJobHead;
  }
}

/**
 * The head of a job: its pages, its site and dates, and the actions for the whole job behind Options. Those of the page are the
 * slot.
 */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { DeviceLine } from '../../../domain/bulk/device-table.ts';
import type { Job } from '../../../domain/job/job.ts';
import type { Drafts } from '../../../use-cases/drafts/drafts.ts';
import type { Jobs } from '../../../use-cases/jobs/jobs.ts';
import '../../elements/basics.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { shared } from '../../kit/tokens.ts';
import { FormController, type Texts } from '../../shared/form-controller.ts';
import { SayEvent } from '../../shared/say.ts';
import { jobPath, navigate } from '../../shell/router.ts';
import { jobStrings } from '../../strings/jobs.ts';
import { date } from '../../language/times.ts';
import { dueWords } from './due-words.ts';
import './hung-up-question.ts';
import { jobTabs } from './job-links.ts';

const text = jobStrings.head;

@customElement('fk-job-head')
class FkJobHead extends LitElement {
  @property({ attribute: false }) job: Job | null = null;
  @property({ attribute: false }) jobs: Jobs | null = null;
  @property({ attribute: false }) drafts: Drafts | undefined;
  /** True when nothing is left to do in the job. */
  @property({ attribute: false }) isDone = false;
  @property({ attribute: false }) nowMs = 0;
  /** The devices that would change if the rooms of the job were stored, and those that cannot be changed. */
  @property({ attribute: false }) rooms: readonly DeviceLine[] = [];
  /** Stores the rooms of the job in these devices. */
  @property({ attribute: false }) onSaveRooms: (lines: readonly DeviceLine[]) => void = () => {};
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
      drafts: () => this.drafts,
      of: () => (this.opened && this.job !== null ? `job-${this.job.id}` : null),
    },
    submit: (texts) => this.saveNames(texts),
  });

  static override styles = [
    shared,
    pageStyles,
    css`
      .row > .tabs {
        flex: 1 1 auto;
      }
    `,
  ];

  protected override render(): TemplateResult | typeof nothing {
    const { job } = this;
    if (job === null) return nothing;
    return html`<div class="stack close">
        <div class="row">
        ${jobTabs(job.id, 'plan')}
        <fk-button variant="quiet" @click=${this.open}>${jobStrings.run.more}</fk-button>
      </div>
      <p class="soft">
        ${job.site === '' ? nothing : html`<bdi>${job.site}</bdi> · `}${date(job.createdAtMs)}${dueWords(job, this.isDone, this.nowMs)}
      </p>
      </div>
      <fk-dialog .open=${this.opened} .heading=${job.name} @fk-close=${() => (this.opened = false)}>
        <div class="stack">
          <div class="wrap"><slot></slot></div>
          ${this.form.renderRestored()}
          ${this.form.rows()}
          <div class="row"><fk-button variant="primary" .disabled=${this.form.texts.name.trim() === ''}
            @click=${this.form.submit}>${text.save}</fk-button></div>
          ${this.renderRooms()}
          <fk-hung-up-question class="stack close" .job=${job} .jobs=${this.jobs}></fk-hung-up-question>
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

  private renderRooms(): TemplateResult | typeof nothing {
    const leftOut = this.rooms.filter(({ fault }) => fault !== null).length;
    const able = this.roomsToSave.length;
    if (able === 0 && leftOut === 0) return nothing;
    return html`${able === 0 ? nothing : html`<p class="soft">${text.rooms.note}</p>`}
      ${leftOut === 0 ? nothing : html`<p class="soft">${text.rooms.leftOut(leftOut)}</p>`}
      ${able === 0 ? nothing : html`<div class="row"><fk-button @click=${this.saveRooms}>${text.rooms.save(able)}</fk-button></div>`}`;
  }

  private get roomsToSave(): readonly DeviceLine[] {
    return this.rooms.filter(({ values }) => Object.keys(values).length > 0);
  }

  private readonly saveRooms = (): void => {
    this.opened = false;
    this.onSaveRooms(this.roomsToSave);
  };

  private readonly open = (): void => {
    this.form.reset();
    this.opened = true;
  };

  private async saveNames({ name, site, due }: Texts<'name' | 'site' | 'due'>): Promise<void> {
    const id = this.job!.id;
    const names = { name: name.trim(), site: site.trim(), due };
    if (!(await this.savedOrNull(this.jobs?.rename(id, names).then(() => true)))) return;
    this.form.settled(`job-${id}`);
    this.opened = false;
  }

  private async copy({ id, name }: Job): Promise<void> {
    const made = await this.savedOrNull(this.jobs?.copy(id, text.copyOf(name)));
    if (made === null) return;
    this.opened = false;
    navigate(jobPath(made.id));
  }

  private async askRemoval(job: Job): Promise<void> {
    const photos = await this.savedOrNull(this.jobs?.photos.ofJob(job.id));
    if (photos === null) return;
    this.opened = false;
    if (photos.length === 0) await this.removeJob(job);
    else this.photosToLose = photos.length;
  }

  private async removeJob({ id, name }: Job): Promise<void> {
    // The page removes this heading as soon as the job is gone, so keep a reference to it.
    const page = this.getRootNode();
    const back = await this.savedOrNull(this.jobs?.remove(id));
    if (back === null) return;
    page.dispatchEvent(new SayEvent(text.removed(name), () => void this.savedOrNull(back())));
    navigate('/jobs');
  }

  private async savedOrNull<T>(work: Promise<T> | undefined): Promise<T | null> {
    try {
      return (await work) ?? null;
    } catch {
      this.dispatchEvent(new SayEvent(jobStrings.notSaved));
      return null;
    }
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-job-head': FkJobHead;
  }
}

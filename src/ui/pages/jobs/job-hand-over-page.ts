/**
 * Hands over a job, or a part of it by room or number, to another phone: as a shared or downloaded file, or as codes.
 */
import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { Job } from '../../../domain/job/job.ts';
import { leftOf, needsNewPackage, type TaskProgress } from '../../../domain/job/progress.ts';
import '../../elements/basics.ts';
import { exportIcon } from '../../kit/icons.ts';
import { columnPageStyles, twoPartStyles } from '../../kit/column-page-styles.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { shared } from '../../kit/tokens.ts';
import { FileOutput, type GivenBy } from '../../shared/file-output.ts';
import { FormController } from '../../shared/form-controller.ts';
import { canShare } from '../../shared/give-file.ts';
import { OneWork } from '../../shared/one-work.ts';
import { SayEvent } from '../../shared/say.ts';
import { handOverStrings as text } from '../../strings/hand-over.ts';
import { jobStrings } from '../../strings/jobs.ts';
import { photoStrings } from '../../strings/photos.ts';
import { transferStrings } from '../../strings/transfer.ts';
import { renderAlias } from '../../beacon/device-row.ts';
import { JobBase } from '../../beacon/jobs-base.ts';
import { roomsOf } from './job-rows.ts';
import { PhotosController } from './photos-controller.ts';
import { roomHeadStyles, roomTitle } from './task-line.ts';

/** Beacons listed by name; the others are counted. */
const MAX_SHOWN = 100;
const ROOM = 'room:';

@customElement('fk-job-hand-over-page')
class FkJobHandOverPage extends JobBase {
  @property({ attribute: false }) nowMs: () => number = Date.now;
  /** IDs of beacons whose photos the last file could not hold. */
  @state() private leftOut: readonly string[] = [];
  private readonly working = new OneWork(this);

  private readonly form = new FormController(this, {
    // `which`: `all`, `left`, `first`, or "room:" and the room's name.
    first: { which: 'left', first: '', setAside: 'true', withPhotos: 'true' },
    fields: {
      which: { kind: 'select', label: text.which, options: () => optionsOf(this.progress, this.nowMs()) },
      first: { kind: 'number', label: text.firstCount, when: ({ which }) => which === 'first' },
      setAside: { kind: 'check', label: text.setAside },
      withPhotos: {
        kind: 'check',
        label: () => text.photos.with(this.photoCount),
        help: text.photos.help,
        when: () => this.photoCount > 0,
      },
    },
  });
  private readonly photos = new PhotosController(this, () => ({ photos: this.jobs?.photos, jobId: this.jobId }));
  private readonly output = new FileOutput(this, () => this.services.drafts);

  static override styles = [
    shared,
    pageStyles,
    columnPageStyles,
    twoPartStyles,
    roomHeadStyles,
    css`
      /* The chosen beacons appear beside the choice where the width allows it. */
      .who {
        display: none;
      }
      @media (min-width: 68.75em) {
        .column {
          grid-template-columns: minmax(0, 2fr) minmax(0, 3fr);
        }
        .who {
          display: grid;
        }
        .who li {
          display: grid;
          grid-template-columns: minmax(0, 1fr) 5.5rem 7rem;
          align-items: center;
          gap: var(--space-3);
          height: var(--row);
          border-bottom: var(--stroke) solid var(--color-line);
        }
        .lacks {
          color: var(--color-attention);
        }
      }
    `,
  ];

  protected override renderJob(job: Job): TemplateResult {
    if (this.tasks.length === 0) return this.renderEmpty(jobStrings.job.noTasks);
    const { chosen } = this;
    const without = chosen.filter(needsNewPackage).length;
    return html`<div class="column">
        <div class="part">
          <h2>${text.heading(job.name)}</h2>
          <p>${text.intro}</p>
          ${this.form.rows('which', 'first', 'setAside')} ${this.renderPhotos()}
        </div>
        <div class="part who">${this.renderWho(chosen)}</div>
      </div>
      <fk-foot class="foot">
        <p role="status">${text.chosen(chosen.length)} ${without === 0 ? '' : text.without(without)}</p>
        <div class="row pair">
          <fk-button .wide=${true} .disabled=${chosen.length === 0} .busy=${this.working.isBusy}
            @click=${() => void this.give(chosen, 'codes')}>${transferStrings.show}</fk-button>
          ${
            canShare('job')
              ? html`<fk-button .big=${true} .wide=${true} .disabled=${chosen.length === 0} .busy=${this.working.isBusy}
                @click=${() => void this.give(chosen, 'share')}>${transferStrings.share}</fk-button>`
              : nothing
          }
          <fk-button .big=${true} .wide=${true} variant="primary" .icon=${exportIcon} .disabled=${chosen.length === 0}
            .busy=${this.working.isBusy} @click=${() => void this.give(chosen, 'file')}>${text.save}</fk-button>
        </div>
      </fk-foot>
      ${this.output.render()}`;
  }

  private renderPhotos(): TemplateResult {
    if (this.photos.shown === 'failed')
      return html`<fk-notice tone="attention" .text=${photoStrings.unreadable}></fk-notice>`;
    const named = this.leftOut.slice(0, MAX_SHOWN).join(', ');
    return html`${this.form.field('withPhotos')}
      <div role="status">${
        this.leftOut.length === 0
          ? nothing
          : html`<fk-notice tone="attention" .text=${text.photos.leftOut(this.leftOut.length)}>
            <p slot="details"><bdi>${text.take.replaced(named, this.leftOut.length - MAX_SHOWN)}</bdi></p>
          </fk-notice>`
      }</div>`;
  }

  private get photoCount(): number {
    return this.chosen.reduce((sum, { task }) => sum + this.photos.ofBeacon(task.uniqueId).length, 0);
  }

  /** The rooms with all their beacons, of which the first are listed. */
  private renderWho(chosen: readonly TaskProgress[]): TemplateResult {
    const hidden = chosen.length - MAX_SHOWN;
    let left = MAX_SHOWN;
    const rooms = roomsOf(chosen).map(({ place, beacons }) => {
      const shown = beacons.slice(0, left);
      left -= shown.length;
      return { place, count: beacons.length, shown };
    });
    return html`${rooms.map(({ place, count, shown }) =>
      shown.length === 0
        ? nothing
        : html`<section>
          ${place === null ? nothing : html`<h3>${roomTitle({ place, count })}</h3>`}
          <ul role="list" aria-label=${place === null ? jobStrings.job.tasks : place || jobStrings.job.noPlace}>
            ${shown.map((one) => this.renderOne(one, place === null))}
          </ul>
        </section>`,
    )}
      ${hidden > 0 ? html`<p class="soft">${text.more(hidden)}</p>` : nothing}`;
  }

  private renderOne(one: TaskProgress, namesRoom: boolean): TemplateResult {
    const { device, task } = one;
    return html`<li>
      <span class="cut">${device === null ? nothing : renderAlias(device)}${
        namesRoom && task.place !== '' ? html` <bdi class="soft">${task.place}</bdi>` : nothing
      }</span>
      <span class="mono cut">${task.uniqueId}</span>
      <span class="small lacks">${needsNewPackage(one) ? text.noPackage : nothing}</span>
    </li>`;
  }

  private get chosen(): readonly TaskProgress[] {
    const { progress } = this;
    const { which, first } = this.form.texts;
    if (which === 'all') return progress;
    if (which.startsWith(ROOM)) return progress.filter(({ task }) => `${ROOM}${task.place}` === which);
    const left = leftOf(progress, this.nowMs());
    const most = Number(first);
    return which === 'first' ? left.slice(0, Number.isSafeInteger(most) && most > 0 ? most : 0) : left;
  }

  private async give(chosen: readonly TaskProgress[], by: GivenBy): Promise<void> {
    await this.working.run(
      async () => {
        this.leftOut = [];
        const handOver = await this.services.handOver();
        const ids = chosen.map(({ task }) => task.id);
        const isPlain = by === 'codes' || this.form.texts.withPhotos === 'false';
        const file = isPlain
          ? { text: await handOver.write(this.jobId, ids), leftOut: [] }
          : await handOver.writeWithPhotos(this.jobId, ids);
        const given = await this.output.give(by, 'job', file.text, this.nowMs());
        if (given === null) return;
        this.leftOut = file.leftOut;
        await this.handedOver(chosen, given === 'file' ? text.saved : text.shared);
      },
      () => this.dispatchEvent(new SayEvent(by === 'share' ? transferStrings.notShared : text.failed)),
    );
  }

  private async handedOver(chosen: readonly TaskProgress[], words: (n: number) => string): Promise<void> {
    // Marks that a person has set are kept.
    if (this.form.texts.setAside === 'true')
      for (const { task } of leftOf(chosen, this.nowMs()))
        await this.jobs!.mark(task.id, { kind: 'skipped', reason: text.setAsideReason, isHandedOver: true });
    this.dispatchEvent(new SayEvent(words(chosen.length)));
  }
}

function optionsOf(progress: readonly TaskProgress[], nowMs: number): { value: string; label: string }[] {
  const rooms = new Map<string, number>();
  for (const { task } of progress) rooms.set(task.place, (rooms.get(task.place) ?? 0) + 1);
  return [
    { value: 'left', label: text.left(leftOf(progress, nowMs).length) },
    { value: 'all', label: text.all(progress.length) },
    { value: 'first', label: text.first },
    ...[...rooms].map(([place, count]) => ({
      value: `${ROOM}${place}`,
      label: text.room(place === '' ? text.noPlace : place, count),
    })),
  ];
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-job-hand-over-page': FkJobHandOverPage;
  }
}

/** The photos of the spot of one beacon of a job: taken, looked at and removed. */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { Task } from '../../../domain/job/job.ts';
import type { Photo } from '../../../domain/job/photo.ts';
import type { PhotoStore } from '../../../use-cases/jobs/ports.ts';
import '../../elements/basics.ts';
import { shared } from '../../kit/tokens.ts';
import { dateTime } from '../../language/times.ts';
import { chooseFile } from '../../shared/file-input.ts';
import { shrinkPhoto } from '../../shared/shrink-photo.ts';
import { photoStrings as text } from '../../strings/photos.ts';
import { PhotosController, type ShownPhoto } from './photos-controller.ts';

@customElement('fk-task-photos')
class FkTaskPhotos extends LitElement {
  @property({ attribute: false }) photos: PhotoStore | undefined;
  @property({ attribute: false }) task: Task | null = null;
  /** What the beacon is called. */
  @property({ attribute: false }) name = '';
  /** Called when the person removes a photo. */
  @property({ attribute: false }) onRemove: (photo: Photo) => void = () => {};
  @state() private adding = false;
  @state() private fault = '';
  /** The address of the photo that is shown large; '' for none. */
  @state() private large = '';
  private readonly shown = new PhotosController(this, () => ({ photos: this.photos, jobId: this.task?.jobId ?? '' }));

  static override styles = [
    shared,
    css`
      li button {
        display: grid;
        gap: var(--space-1);
        padding: 0;
        border: 0;
        background: none;
        color: inherit;
        font: inherit;
        cursor: pointer;
      }
      img {
        width: 7rem;
        height: 7rem;
        border-radius: var(--radius-m);
        object-fit: cover;
      }
      fk-dialog img {
        width: 100%;
        height: auto;
        max-height: 65dvh;
        object-fit: contain;
      }
    `,
  ];

  protected override render(): TemplateResult | typeof nothing {
    const { task, shown } = this;
    if (task === null || this.photos === undefined) return nothing;
    const photos = shown.ofBeacon(task.uniqueId);
    const large = photos.find(({ url }) => url === this.large);
    return html`<div class="stack close">
        ${shown.shown === 'failed' ? html`<fk-notice tone="attention" .text=${text.unreadable}></fk-notice>` : nothing}
        ${
          photos.length === 0
            ? nothing
            : html`<ul class="wrap" role="list" aria-label=${text.heading}>${photos.map((photo) => this.renderSmall(photo))}</ul>`
        }
        <div role="status">${this.fault === '' ? nothing : html`<fk-notice tone="stop" .text=${this.fault}></fk-notice>`}</div>
        <div class="row"><fk-button .busy=${this.adding} @click=${() => chooseFile(this)}>${text.add}</fk-button></div>
        <input type="file" accept="image/*" .capture=${'environment'} hidden aria-label=${text.add} @change=${this.onChosen} />
      </div>
      <fk-dialog .open=${large !== undefined} .heading=${text.of(this.name)} @fk-close=${this.onClose}>
        ${large === undefined ? nothing : this.renderLarge(large)}
      </fk-dialog>`;
  }

  private renderSmall({ url, addedAtMs }: ShownPhoto): TemplateResult {
    return html`<li><button type="button" @click=${() => (this.large = url)}>
      <img src=${url} alt=${text.of(this.name)} />
      <span class="soft">${dateTime(addedAtMs)}</span>
    </button></li>`;
  }

  private renderLarge(photo: ShownPhoto): TemplateResult {
    return html`<div class="stack">
      <img src=${photo.url} alt=${text.of(this.name)} />
      <p class="soft">${text.added(dateTime(photo.addedAtMs))}</p>
      <div class="row"><fk-button variant="quiet" @click=${() => this.removePhoto(photo)}>${text.remove}</fk-button></div>
    </div>`;
  }

  private readonly onChosen = ({ target }: Event): void => {
    const input = target as HTMLInputElement;
    const [file] = input.files ?? [];
    if (file !== undefined) void this.add(file);
    // Allows the same file to be chosen again.
    input.value = '';
  };

  /** Ends here: the sheet around it stays open. */
  private readonly onClose = (event: Event): void => {
    event.stopPropagation();
    this.large = '';
  };

  private removePhoto(photo: Photo): void {
    this.large = '';
    this.onRemove(photo);
  }

  private async add(chosen: File): Promise<void> {
    const { task, photos } = this;
    if (task === null || photos === undefined || this.adding) return;
    this.adding = true;
    this.fault = '';
    const file = await shrinkPhoto(chosen).catch(() => null);
    if (file === null) this.fault = text.noPicture(chosen.name);
    else {
      const photo = { jobId: task.jobId, uniqueId: task.uniqueId, addedAtMs: Date.now(), file };
      this.fault = await photos.put([photo]).then(() => '', faultWords);
    }
    this.adding = false;
  }
}

function faultWords({ code }: { readonly code?: unknown }): string {
  return code === 'full' || code === 'absent' ? text.refused[code] : text.refused.unknown;
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-task-photos': FkTaskPhotos;
  }
}

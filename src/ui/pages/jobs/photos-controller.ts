/** Reads the photos of a job, and gives them addresses that images can show while the host is on the page. */
import type { LitElement, ReactiveController } from 'lit';
import { coalesced } from '../../../domain/coalesced.ts';
import type { Photo } from '../../../domain/job/photo.ts';
import type { PhotoStore } from '../../../use-cases/jobs/ports.ts';

export interface ShownPhoto extends Photo {
  readonly url: string;
}

export class PhotosController implements ReactiveController {
  /** The photos of all beacons of the job, oldest first; null until they are read; `failed` when they cannot be. */
  shown: readonly ShownPhoto[] | 'failed' | null = null;
  /** The job whose photos are shown or being read; '' for none. */
  #jobId = '';
  #stop = (): void => undefined;

  constructor(
    private readonly host: LitElement,
    private readonly of: () => { readonly photos: PhotoStore | undefined; readonly jobId: string },
  ) {
    host.addController(this);
  }

  hostUpdated(): void {
    const { photos, jobId } = this.of();
    if (photos === undefined || jobId === this.#jobId || !this.host.isConnected) return;
    this.#stop();
    this.#jobId = jobId;
    const read = coalesced(async () => {
      const found = await photos.ofJob(jobId).catch(() => 'failed' as const);
      if (this.#jobId === jobId)
        this.#show(found === 'failed' ? found : found.map((one) => ({ ...one, url: URL.createObjectURL(one.file) })));
    });
    this.#stop = photos.watch(() => void read());
    void read();
  }

  /** The photos of an account go with its pages, as when it is locked. */
  hostDisconnected(): void {
    this.#stop();
    this.#jobId = '';
    this.#show(null);
  }

  /** Returns the photos of one beacon. */
  ofBeacon(uniqueId: string): readonly ShownPhoto[] {
    return typeof this.shown === 'string' ? [] : (this.shown ?? []).filter((photo) => photo.uniqueId === uniqueId);
  }

  #show(shown: PhotosController['shown']): void {
    if (typeof this.shown !== 'string') for (const { url } of this.shown ?? []) URL.revokeObjectURL(url);
    this.shown = shown;
    this.host.requestUpdate();
  }
}

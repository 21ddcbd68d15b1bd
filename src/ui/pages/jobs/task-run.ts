/** The run screen of one beacon of a job: it goes on to the next one of the job. */
import { nothing, type PropertyValues } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Track } from '../../../domain/track-marks.ts';
import { RunScreen } from '../../beacon/run/run-screen.ts';
import { jobPath } from '../../shell/router.ts';
import { jobStrings as text } from '../../strings/jobs.ts';

/** Where the job is worked on, at one of its beacons. */
export function taskPath(jobId: string, uniqueId: string): string {
  return `${jobPath(jobId, '/run')}?${new URLSearchParams({ beacon: uniqueId }).toString()}`;
}

@customElement('fk-task-run')
class FkTaskRun extends RunScreen {
  @property({ attribute: false }) jobId = '';
  /** The beacon to go on to; null for none. */
  @property({ attribute: false }) next: string | null = null;
  /** Names that the chooser need not show. */
  @property({ attribute: false }) without: readonly string[] = [];

  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed);
    // The room stands above this screen: a new beacon begins with it.
    if (changed.has('uniqueId')) (this.getRootNode() as ShadowRoot).host.scrollIntoView({ block: 'start' });
  }

  /** The track of the job's plan where no package of that plan is here; else null. */
  @property({ attribute: false }) planTrack: Track | null = null;

  protected override get unpackedPlan(): Track | null {
    return this.planTrack;
  }

  /** It waits for the person, and there is nothing wrong that they would have to see. */
  get isCalm(): boolean {
    const action = this.renderRoot.querySelector<HTMLElement & { busy: boolean }>('.act');
    return action?.busy === false && this.renderRoot.querySelector('.say')?.childElementCount === 0;
  }

  protected override get nextId(): string | null {
    return this.next;
  }

  protected override pathOfNext(uniqueId: string): string {
    return taskPath(this.jobId, uniqueId);
  }

  /** The job has its own counts above. */
  protected override renderSeries(): typeof nothing {
    return nothing;
  }

  protected override get onward() {
    return { path: jobPath(this.jobId), words: text.run.toJob };
  }

  protected override startRun(packageId: string, showAll: boolean): void {
    void this.services.runs.start(packageId, { showAll, without: this.without });
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-task-run': FkTaskRun;
  }
}

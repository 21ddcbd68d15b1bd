/**
 * The disturbance of one life of a browser at its planned moment: a kill (executioner.ts) or an update of the app
 * (updater.ts).
 */
import type { Page } from 'playwright-core';
import type { LinkOperation } from '../../src/sandbox/beacon/faults.ts';
import type { TestBrowser } from '../support/browser.ts';
import type { CampaignEars } from './campaign-server.ts';

export interface Disturbance {
  /** True when the planned moment was reached. */
  readonly struck: boolean;
  /** True when the browser was killed. Errors in the person's steps after that are no findings. */
  readonly isGone: boolean;
  readonly gone: Promise<void>;
  readonly ears: CampaignEars;
  /** The operation that is being carried out at a beacon. */
  readonly operation: LinkOperation | null;
  /** How often an action of the person has reloaded a page. */
  readonly reloads: number;
  /** Called by the radio before an operation, which waits for the returned promise. */
  onOperation(operation: LinkOperation): void | Promise<void>;
  /** Called when the operation has taken effect, before the browser gets the answer. */
  onOperationDone(): void;
  /** Arms the disturbance: the planned moment counts from here on. */
  arm(pages: readonly Page[]): Promise<void>;
  /** Called before the person presses something. */
  begun(): void | Promise<void>;
  /** Resolves when a page that is being reloaded shows the app again. */
  reloaded(): Promise<void>;
  /** Performs the last steps of the person. */
  finish(): Promise<void>;
  /** Ends the browser. */
  end(): Promise<void>;
}

/** One life with its disturbance. */
export interface PlannedLife {
  /** For the log. */
  readonly name: string;
  /**
   * `back`: armed while the app returns to what the last life left. `fresh`: armed in the run of another beacon after
   * that.
   */
  readonly in: 'back' | 'fresh';
  /** What else uses the outbox: a second window of the app, or its service worker. */
  readonly beside: 'nothing' | 'window' | 'worker';
  disturb(browser: TestBrowser, finding: (what: string) => void): Disturbance;
}

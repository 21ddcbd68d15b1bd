/** What disturbs one life of a browser at its planned moment: a kill (executioner.ts), or an update of the app (updater.ts). */
import type { Page } from 'playwright-core';
import type { LinkOperation } from '../../src/sandbox/beacon/faults.ts';
import type { TestBrowser } from '../support/browser.ts';
import type { CampaignEars } from './campaign-server.ts';

export interface Disturbance {
  /** The planned moment has come. */
  readonly struck: boolean;
  /** The browser was killed: what breaks under the person's hands from now on is no finding. */
  readonly isGone: boolean;
  readonly gone: Promise<void>;
  readonly ears: CampaignEars;
  /** The operation that is being carried out at a beacon. */
  readonly operation: LinkOperation | null;
  /** How often a press of the person has reloaded a page. */
  readonly reloads: number;
  /** Called by the radio before an operation happens, which waits for it. */
  onOperation(operation: LinkOperation): void | Promise<void>;
  /** Called when the operation has happened, before the browser hears of it. */
  onKept(): void;
  /** From now on the moment may come. */
  arm(pages: readonly Page[]): Promise<void>;
  /** Called before the person presses something. */
  begun(): void | Promise<void>;
  /** Resolves when a page that is being reloaded shows the app again. */
  reloaded(): Promise<void>;
  /** What the person does last. */
  finish(): Promise<void>;
  /** Ends the browser. */
  end(): Promise<void>;
}

/** One life: what disturbs it, and when. */
export interface PlannedLife {
  /** For the log. */
  readonly name: string;
  /** back: armed while the app leads back to what the last life left. fresh: in the run of another beacon after that. */
  readonly in: 'back' | 'fresh';
  /** What else is at the queue: a second window of the app, or its service worker. */
  readonly beside: 'nothing' | 'window' | 'worker';
  disturb(browser: TestBrowser, finding: (what: string) => void): Disturbance;
}

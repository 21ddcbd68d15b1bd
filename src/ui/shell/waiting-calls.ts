/** Calls of an account's services that can wait until whoever carries them out is there, and what the others say meanwhile. */
import type { Runs } from '../../use-cases/run/offered.ts';
import { later } from './forwarded.ts';

export const PREPARE_WAITS = later('prepare', 'fetchPackage');

export const OUTBOX_WAITS = later(
  'hold',
  'holdEdit',
  'retryParked',
  'giveUp',
  'takeUp',
  'sendAnyway',
  'assignOwner',
  'resume',
  'export',
  'noteExported',
  'lookAt',
  'removeImported',
  'restoreImported',
  'import',
  'editVirtual',
  'editMany',
  'discardEdit',
  'restoreEdit',
);

/** Where no run has been carried out by this window yet. */
export const NO_RUN: Pick<Runs, 'hasHandle' | 'cancel' | 'retrySave' | 'exportHeld' | 'dismiss'> = {
  hasHandle: () => false,
  cancel: () => undefined,
  retrySave: async () => undefined,
  exportHeld: () => null,
  dismiss: () => undefined,
};

/** The run screen's text for an uncertain run when a receipt without a known owner may belong to it. */
import { describe, expect, it } from 'vitest';
import { failure } from '../../../../test/support/fixture-progress.ts';
import { fixturePackage, fixtureReceipt, fixtureRun } from '../../../../test/support/fixture-rows.ts';
import { runStrings } from '../../strings/run.ts';
import { viewRun, type RunFacts } from './run-case.ts';
import { messageOf } from './run-say.ts';

describe('a run that only a new package can settle', () => {
  const run = fixtureRun('aB3d', { step: 'writing', writes: 2, lastFailure: failure('beaconIsAhead') });
  const textOf = (receipts: RunFacts['receipts']) =>
    messageOf(
      viewRun({
        uniqueId: 'aB3d',
        packages: [fixturePackage('aB3d')],
        runs: [run],
        receipts,
        listed: null,
        current: null,
        elsewhere: new Set(),
        loaded: true,
        nextStep: () => 'resume',
      }).case,
      {
        radio: 'available',
        noBluetooth: () => '',
        hasNext: true,
        nextStep: null,
        source: 'fetch',
        state: 'uncertain',
        isSendingStopped: false,
      },
    );
  const unsure = fixtureReceipt('other', { owner: 'unsure', candidates: ['other', 'aB3d'], mirrored: true });

  it('proposes a new package when there is no receipt', () => {
    expect(textOf([])).toMatchObject({ action: 'fetchPackage' });
    expect(textOf([fixtureReceipt('other')])).toMatchObject({ action: 'fetchPackage' });
    expect(textOf([{ ...unsure, state: 'verified' }])).toMatchObject({ action: 'fetchPackage' });
  });

  it('mentions a receipt that may belong to the run, and proposes to send it first', () => {
    expect(textOf([unsure])).toMatchObject({ text: runStrings.mayBeHere, action: 'toOutbox', tone: 'attention' });
  });
});

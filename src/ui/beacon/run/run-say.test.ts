/** What the run screen says of an uncertain run beside a receipt that may be its own. */
import { describe, expect, it } from 'vitest';
import { failure } from '../../../../test/support/fixture-progress.ts';
import { fixturePackage, fixtureReceipt, fixtureRun } from '../../../../test/support/fixture-rows.ts';
import { runStrings } from '../../strings/run.ts';
import { viewRun, type RunFacts } from './run-case.ts';
import { sayOf } from './run-say.ts';

describe('a run that only a new package could settle', () => {
  const run = fixtureRun('aB3d', { step: 'writing', writes: 2, lastFailure: failure('beaconIsAhead') });
  const said = (receipts: RunFacts['receipts']) =>
    sayOf(
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
      { radio: 'available', noBluetooth: () => '', hasNext: true, nextStep: null, source: 'fetch' },
    );
  const unsure = fixtureReceipt('other', { owner: 'unsure', candidates: ['other', 'aB3d'], mirrored: true });

  it('asks for one where no receipt is here', () => {
    expect(said([])).toMatchObject({ action: 'fetchPackage' });
    expect(said([fixtureReceipt('other')])).toMatchObject({ action: 'fetchPackage' });
    expect(said([{ ...unsure, state: 'verified' }])).toMatchObject({ action: 'fetchPackage' });
  });

  it('says that a receipt is here that may be its own, and has it sent first', () => {
    expect(said([unsure])).toMatchObject({ text: runStrings.mayBeHere, action: 'toOutbox', tone: 'attention' });
  });
});

/** The run screen's text for an uncertain run when a receipt without a known owner may belong to it. */
import { describe, expect, it } from 'vitest';
import { failure } from '../../../../test/support/fixture-progress.ts';
import { fixturePackage, fixtureReceipt, fixtureRun } from '../../../../test/support/fixture-rows.ts';
import { encodeBase64 } from '../../../domain/base64.ts';
import { READING } from '../../../domain/errand.ts';
import { OPERATION, writePacket } from '../../../domain/packet.ts';
import { type Receipt } from '../../../domain/receipt.ts';
import { runStrings } from '../../strings/run.ts';
import { beaconGiven } from '../../../../test/support/table-given.ts';
import { viewRun } from './run-case.ts';
import { messageOf, wantsNewPackage } from './run-say.ts';

describe('a run that only a new package can settle', () => {
  const run = fixtureRun('aB3d', { step: 'writing', writes: 2, lastFailure: failure('beaconIsAhead') });
  const textOf = (receipts: readonly Receipt[]) =>
    messageOf(
      viewRun({
        uniqueId: 'aB3d',
        beacon: beaconGiven('aB3d', { packages: [fixturePackage('aB3d')], runs: [run], receipts }),
        current: null,
        elsewhere: new Set(),
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

describe('what the run screen says', () => {
  const facts = {
    radio: 'available',
    noBluetooth: () => '',
    hasNext: false,
    nextStep: null,
    source: 'fetch',
    state: 'nothing',
    isSendingStopped: false,
  } as const;

  it('has other words for a run settled by a later reading than for one settled by a later run', () => {
    const outcome = { kind: 'settledLater', receiptId: 'later' } as const;
    const receipt = fixtureReceipt('aB3d', { id: 'later', state: 'verified' });
    const textOf = (kind: Partial<Receipt>): string =>
      messageOf({ kind: 'ended', run: null, outcome, receipt: { ...receipt, ...kind } }, facts).text;
    expect(textOf({})).toBe(runStrings.settledLater);
    expect(textOf({ kind: READING })).toBe(runStrings.settledByReading);
  });

  it('offers a new package in place of one that the beacon has refused', () => {
    const ready = { kind: 'ready', package: fixturePackage('aB3d'), failure: null, before: null } as const;
    expect(wantsNewPackage({ ...ready, refusedWith: 4 })).toBe(true);
    expect(wantsNewPackage({ ...ready, refusedWith: null })).toBe(false);
  });

  it.each([
    [OPERATION.write, ''],
    [OPERATION.readAll, runStrings.oddPackage],
    [OPERATION.command, runStrings.oddPackage],
  ])('is, before a configuration whose header says 0x%s is written: %s', (operation, text) => {
    const bytes = writePacket({
      revision: 0,
      kind: 'encryptedRequest',
      operation,
      token: 9,
      payload: new Uint8Array(1),
    });
    const carried = fixturePackage('aB3d', { base64: encodeBase64(bytes) });
    const ready = { kind: 'ready', package: carried, failure: null, refusedWith: null, before: null } as const;
    expect(messageOf(ready, facts)).toMatchObject({ text, action: 'connect' });
  });
});

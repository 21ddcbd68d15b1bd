/** The check of Bluetooth with one beacon: it writes nothing, and a receipt that waits in the beacon stays there. */
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { phoneCheckStrings as text } from '../../src/ui/strings/phone-check.ts';
import { runFailureWords } from '../../src/ui/strings/run.ts';
import {
  beacon,
  beaconStore,
  counts,
  emulatedRadio,
  fault,
  go,
  id,
  inFaultPlace,
  page,
  ready,
  run,
  verified,
} from '../support/fault-run.ts';
import { goTo, openRun, runEnded } from '../support/journey.ts';

inFaultPlace();

/** What an earlier check has found is still shown. */
const start = (): Promise<void> =>
  page
    .getByRole('button', { name: text.start })
    .or(page.getByRole('button', { name: text.again }))
    .click();

it('the Bluetooth check connects twice, reads, and leaves the receipt of an interrupted run in the beacon', async () => {
  await ready();
  fault({ name: 'drop', when: 'before', operation: 'readResponse' });
  expect(await run()).toMatchObject({ says: runFailureWords.droppedWhileReading.text });
  const waiting = beaconStore.beacons.get(beacon.address)!.state.response;
  expect(waiting).not.toBe('');
  emulatedRadio.resetCounts();

  await goTo(page, '/check-phone');
  await start();
  await page.getByText(text.allDone).waitFor();
  expect(counts()).toMatchObject({ connect: 2, write: 0, readToken: 2, poll: 2, readResponse: 0, other: 0 });
  expect(beaconStore.beacons.get(beacon.address)!.state.response).toBe(waiting);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: text.save }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toMatch(/^beacon-fieldkit-phone-check-.*\.json$/);
  const content = await readFile(await saved.path(), 'utf8');
  const file = JSON.parse(content) as { browser: string; steps: { outcome: string; bytes?: number }[] };
  expect(file.browser).toContain('Chrome');
  expect(file.steps.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 8 }, () => 'done'));
  for (const secret of [id, beacon.name, beacon.address]) expect(content).not.toContain(secret);

  await openRun(page, id);
  await go(await runEnded(page));
  await verified();
});

it('the Bluetooth check names the step at which the link dropped', async () => {
  await ready();
  fault({ name: 'drop', when: 'before', operation: 'readToken' });
  emulatedRadio.hand = { pick: beacon.address };
  await goTo(page, '/check-phone');
  await start();
  await page.getByText(text.someFailed(1)).waitFor();
  const failed = page.getByRole('listitem').filter({ hasText: text.names.readToken });
  expect(await failed.textContent()).toContain(text.failures.dropped);
  expect(counts()).toMatchObject({ write: 0, readResponse: 0 });
});

/** Reading a beacon in the built app: its values beside those of the backend and the plan, and an uncertain run that they settle. */
import { expect, it } from 'vitest';
import { labelOf } from '../../src/ui/words/configure.ts';
import { outboxStrings } from '../../src/ui/strings/outbox.ts';
import { readingStrings as text } from '../../src/ui/strings/reading.ts';
import { button, emulatedRadio, hung, inCommandPlace, nextId, page, sandbox } from '../support/command-journey.ts';
import { callsOf, openDevicePage, soon } from '../support/devices-place.ts';
import { openRun, prepare, readable, runOnce, trackTo, trackWords } from '../support/journey.ts';
import { storedReceipts } from '../support/stored-rows.ts';

inCommandPlace();

it('a reading shows the values in an uncertain beacon beside those of backend and plan, and bringing the backend up to date verifies the run', async () => {
  const id = nextId();
  const beacon = await hung(id, { name: 'emptyResponse' });
  await prepare(page, id, { interval: 4321 });
  await openRun(page, id);
  await runOnce(page, emulatedRadio, beacon.address);

  await openDevicePage(page, id);
  const section = page.locator('fk-beacon-reading');
  await section.getByText(text.uncertain).waitFor();
  await button(text.fetch).click();
  emulatedRadio.hand = { pick: beacon.address };
  await button(text.connect).click();
  await button(text.showValues).click();

  const row = section.locator('tbody').filter({ hasText: labelOf('interval') });
  await soon(() => row.locator('td').count()).toBe(3);
  const cells = await row.locator('td').allTextContents();
  expect(cells.map((cell) => cell.includes('4321'))).toEqual([true, false, true]);
  expect(cells.map((cell) => cell.includes(text.differs))).toEqual([false, true, false]);
  expect(await callsOf(sandbox, 'POST', '/device/sync')).toEqual([]);

  await button(text.sync).click();
  await section.locator('fk-confirm').getByRole('button', { name: text.sync, exact: true }).click();
  await section.getByText(outboxStrings.readingStates.verified, { exact: true }).waitFor();
  await soon(() => readable(section)).toContain(text.allSame);
  await soon(() => trackWords(page)).toEqual(trackTo('Verified'));
  expect((await sandbox.devices(id))[id]).toMatchObject({ pending: null, values: { interval: 4321 } });
  expect((await storedReceipts(page, id)).map(({ kind, state }) => [kind, state])).toEqual([['reading', 'verified']]);
});

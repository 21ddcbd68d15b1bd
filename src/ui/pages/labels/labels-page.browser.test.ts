/** Labels to print: of which beacons, on which sheet, from which label on, and what a screen reader finds. */
import { expect } from '@open-wc/testing';
import { html, type LitElement } from 'lit';
import { fixtureDevice, fixtureDevices } from '../../../../test/support/fixture-rows.ts';
import { fixtureJob, fixtureTask, openMemoryJobs } from '../../../../test/support/job-rows.ts';
import { clear, faultsInThemes, faultsOf, place, settled, setViewport } from '../../../../test/support/page-place.ts';
import { action, all, field, fill, has, readable } from '../../../../test/support/roles.ts';
import { scriptedServices } from '../../../../test/support/scripted-services.ts';
import { until } from '../../../../test/support/until.ts';
import { LABEL_SHEETS } from '../../../domain/label/sheet.ts';
import { selection } from '../../shared/chosen-devices.ts';
import { bulkStrings } from '../../strings/bulk.ts';
import { jobStrings } from '../../strings/jobs.ts';
import { printLabelStrings as text } from '../../strings/print-labels.ts';
import { reportStrings } from '../../strings/report.ts';
import { transferStrings } from '../../strings/transfer.ts';
import './labels-page.ts';

const [FIRST] = LABEL_SHEETS;
const ROLL = LABEL_SHEETS.find(({ paper }) => paper === 'roll')!;
const HOSTILE = [
  '<img src=x onerror=alert(1)>',
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(3),
  'مصباح الممر الشمالي قرب الباب الثالث من المدخل الرئيسي '.repeat(3),
  '👩‍🚒🏳️‍🌈'.repeat(40),
  '',
];
const devices = Array.from({ length: 30 }, (_, at) =>
  fixtureDevice(at, {
    alias: HOSTILE[at] ?? (at % 2 === 0 ? `Beacon ${at}` : null),
    tags: at < 20 ? ['spare', at < 5 ? `room:${HOSTILE[at]!}` : 'room:Ward 3'] : [],
  }),
);
const ids = devices.map(({ uniqueId }) => uniqueId);

interface Opening {
  readonly jobId?: string;
  readonly chosen?: readonly string[];
  readonly listed?: typeof devices;
}

async function open({ jobId = '', chosen = ids, listed = devices }: Opening = {}): Promise<LitElement> {
  selection.value = chosen;
  const jobs = await openMemoryJobs({
    jobs: [fixtureJob('job-1'), fixtureJob('job-2')],
    tasks: [8, 9, 25].map((at) => fixtureTask(at, { uniqueId: ids[at]!, place: at === 8 ? 'Boiler room' : '' })),
  });
  const services = scriptedServices({ devices: { devices: listed, completedAtMs: 1 } }, { jobs: async () => jobs });
  const page = await place(html`<fk-labels-page .services=${services} .jobId=${jobId}></fk-labels-page>`);
  await settled(page);
  return page;
}

/** Without the labels that stay empty. */
const labels = (page: LitElement): string[] =>
  all(page, 'listitem')
    .map(readable)
    .filter((words) => words !== '');
const sheets = (page: LitElement): HTMLElement[] => all(page, 'list');
const hasCodes = (page: LitElement, count: number): Promise<unknown> =>
  until(() => all(page, 'listitem').filter((label) => label.querySelector('svg path') !== null).length === count);
const pageRules = (): string[] =>
  document.adoptedStyleSheets.flatMap(({ cssRules }) =>
    [...cssRules].map(({ cssText }) => cssText).filter((rule) => /@page.*size/.test(rule)),
  );

describe('the page of labels to print', () => {
  it('says that no device is selected, and leads to the device list', async () => {
    const page = await open({ chosen: [] });
    expect(readable(page)).to.contain(bulkStrings.none);
    expect(action(page, bulkStrings.toDevices).getAttribute('href')).to.equal('/devices');
  });

  it('shows a label for each selected device, with alias, room and ID inside its edges', async () => {
    for (const size of [
      { width: 390, height: 844 },
      { width: 1280, height: 800 },
    ]) {
      await setViewport(size);
      const page = await open();
      await hasCodes(page, 30);
      expect(readable(page)).to.contain(text.total(30, 2));
      expect(labels(page)[6]).to.equal(`Beacon 6 Ward 3 ${ids[6]!}`);
      expect(labels(page)[7]).to.equal(`Ward 3 ${ids[7]!}`);
      expect(labels(page)[25]).to.equal(ids[25]);
      expect(labels(page)[0]).to.contain(HOSTILE[0]);
      for (const label of all(page, 'listitem').slice(0, 5)) {
        const outer = label.getBoundingClientRect();
        const [first, last] = ['first', 'last'].map((end) =>
          label.querySelector(`bdi:${end}-of-type`)!.getBoundingClientRect(),
        ) as [DOMRect, DOMRect];
        expect(first.top, readable(label)).to.be.greaterThan(outer.top);
        expect(last.bottom, readable(label)).to.be.lessThan(outer.bottom);
        expect(first.right, readable(label)).to.be.lessThan(outer.right);
      }
      expect(document.documentElement.scrollWidth).to.be.at.most(window.innerWidth);
      expect(await faultsInThemes(page)).to.deep.equal([]);
      clear();
    }
  });

  it('sets the paper size of the chosen labels for printing, and resets the size when the page is left', async () => {
    const page = await open({ chosen: ids.slice(0, 2) });
    expect(pageRules().join()).to.contain('210mm 297mm');
    expect(has(page, 'spinbutton', text.start)).to.equal(true);
    expect(has(page, 'combobox', text.part), 'a choice of the only part').to.equal(false);
    fill(page, text.sheet, ROLL.id);
    await settled(page);
    expect(pageRules().join()).to.contain('62mm 29mm');
    expect(sheets(page)).to.have.lengthOf(2);
    expect(has(page, 'spinbutton', text.start)).to.equal(false);
    expect(readable(page)).to.contain(text.total(2, 0));
    clear();
    expect(pageRules()).to.deep.equal([]);
  });

  it('begins printing at the typed label of the first sheet, and prints nothing while that number is invalid', async () => {
    const page = await open({ chosen: ids.slice(0, 20) });
    await hasCodes(page, 20);
    let prints = 0;
    const { print } = window;
    window.print = () => void (prints += 1);
    try {
      for (const start of ['0', '25', 'x', '']) {
        fill(page, text.start, start);
        await settled(page);
        action(page, reportStrings.print).click();
        await settled(page);
        expect(readable(page), start).to.contain(text.startFault(24));
      }
      expect(prints).to.equal(0);
      fill(page, text.start, '10');
      await settled(page);
      expect(readable(page)).to.contain(text.total(20, 2));
      const empty = sheets(page).map((sheet) => sheet.querySelectorAll('[aria-hidden="true"]:is(li)').length);
      expect(empty, 'before the first label, and after the last').to.deep.equal([9, 19]);
      expect(await faultsOf(page)).to.deep.equal([]);
      action(page, reportStrings.print).click();
      await until(() => prints === 1);
    } finally {
      window.print = print;
    }
  });

  it('offers to print two thousand labels in parts of whole sheets', async () => {
    const listed = fixtureDevices(2000);
    const page = await open({ listed, chosen: listed.map(({ uniqueId }) => uniqueId) });
    await hasCodes(page, 480);
    expect(readable(page)).to.contain(text.total(2000, 84)).and.to.contain(text.now(480, 20));
    const parts = [...field<HTMLSelectElement>(page, text.part).options].map(({ label }) => label);
    expect(parts).to.have.lengthOf(5);
    expect([parts[0], parts[4]]).to.deep.equal([text.partOf(1, 480), text.partOf(1921, 2000)]);
    fill(page, text.part, '4');
    await settled(page);
    await hasCodes(page, 80);
    expect(labels(page).at(-1)).to.contain(listed.at(-1)!.uniqueId);
    expect(has(page, 'list', text.sheetOf(4, 4))).to.equal(true);
    fill(page, text.sheet, FIRST.id === ROLL.id ? '' : ROLL.id);
    await settled(page);
    expect(field<HTMLSelectElement>(page, text.part).value, 'the first part of another sheet').to.equal('0');
  });

  it('names on the labels of a job the room from the job, else from the device, else none', async () => {
    const page = await open({ jobId: 'job-1' });
    await hasCodes(page, 3);
    expect(labels(page)).to.deep.equal([`Beacon 8 Boiler room ${ids[8]!}`, `Ward 3 ${ids[9]!}`, ids[25]!]);
  });

  it('says that a job has no beacons, or that the job is not on this phone, in place of labels', async () => {
    expect(readable(await open({ jobId: 'job-2' }))).to.contain(jobStrings.job.noTasks);
    expect(readable(await open({ jobId: 'other' }))).to.contain(jobStrings.job.gone);
  });

  it('says that no codes could be made when an ID is too long for a code, and disables Print', async () => {
    const tooLong = 'a'.repeat(3000);
    const page = await open({ chosen: [tooLong], listed: [{ ...devices[0]!, uniqueId: tooLong }] });
    await until(() => readable(page).includes(transferStrings.give.failed));
    expect(action(page, reportStrings.print).hasAttribute('disabled')).to.equal(true);
  });
});

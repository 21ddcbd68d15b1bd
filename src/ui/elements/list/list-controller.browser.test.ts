/** What every list does: search, filters, order, selection, portions, sections, and its state in an address. */
import { expect } from '@open-wc/testing';
import { LitElement, html, type TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import { faultsOf, place, settled, setViewport } from '../../../../test/support/page-place.ts';
import { until } from '../../../../test/support/until.ts';
import { action, all, field, fill, hasAction, has, readable, the, withWords } from '../../../../test/support/roles.ts';
import { shared } from '../../kit/tokens.ts';
import { elementStrings } from '../../strings/elements.ts';
import { withTick } from './list-table.ts';
import { ListController, type List, type ListAddress } from './list-controller.ts';
import { listStyles } from './list-styles.ts';

const text = elementStrings.list;

interface Row {
  readonly id: string;
  readonly name: string;
  readonly level: number;
}

const rowsOf = (count: number): Row[] =>
  Array.from({ length: count }, (_, n) => ({ id: `id-${n}`, name: `Ward ${n}`, level: (n * 7) % count }));

@customElement('test-list')
class TestList extends LitElement {
  rows: readonly Row[] = [];
  chosen: ReadonlySet<string> = new Set();
  opened: string[] = [];
  address: ListAddress | null = null;
  isCards = false;
  readonly list = new ListController(this, {
    portion: 20,
    more: 15,
    address: () => this.address,
  });

  static override styles = [shared, listStyles];

  protected override render(): TemplateResult {
    const list: List<Row> = {
      label: 'Wards',
      keyOf: ({ id }) => id,
      search: {
        label: 'Find a ward',
        textsOf: ({ id, name }) => [id, name],
        open: ({ id }) => this.opened.push(id),
      },
      filters: [
        { name: 'low', label: 'Low', keeps: ({ level }) => level < 3 },
        { name: 'none', label: 'None', keeps: () => false },
      ],
      orders: [
        { name: 'name', label: 'By name', direction: 'ascending', compare: (a, b) => (a.name < b.name ? -1 : 1) },
        { name: 'level', label: 'Highest first', direction: 'descending', compare: (a, b) => b.level - a.level },
      ],
      selection: {
        chosen: this.chosen,
        labelOf: ({ name }) => `Choose ${name}`,
        tick: (key, isChosen) => {
          this.chosen = withTick(this.chosen, key, isChosen);
          this.requestUpdate();
        },
      },
      summary: (shown) => `${shown.length} wards`,
      ...(this.isCards
        ? { row: ({ name }) => name }
        : {
            columns: [
              { label: 'Name', kind: 'title', order: 'name', cell: ({ name }) => name },
              { label: 'Level', kind: 'number', order: 'level', cell: ({ level }) => level },
            ],
          }),
    };
    return html`${this.list.render(list, this.rows)}`;
  }
}

async function open(count: number, more: Partial<TestList> = {}): Promise<TestList> {
  const list = await place<TestList>(html`<test-list></test-list>`);
  Object.assign(list, { rows: rowsOf(count), ...more });
  list.requestUpdate();
  await settled(list);
  return list;
}

const bodyOf = (list: TestList): HTMLElement[] => all(list, 'row').slice(1);

describe('a list', () => {
  before(() => setViewport({ width: 1280, height: 800 }));
  after(() => setViewport({ width: 800, height: 600 }));

  it('draws a first portion, then more of it at each press, and none beyond the last row', async () => {
    const list = await open(40);
    expect(bodyOf(list)).to.have.length(20);
    action(list, text.more(15)).click();
    await settled(list);
    expect(bodyOf(list)).to.have.length(35);
    action(list, text.more(5)).click();
    await settled(list);
    expect(bodyOf(list)).to.have.length(40);
    expect(hasAction(list, 'Show')).to.equal(false);
    expect(await faultsOf(list)).to.deep.equal([]);
  });

  it('has a search and filters from twelve rows on, and leaves out a filter that matches no row', async () => {
    const short = await open(11);
    expect(has(short, 'searchbox')).to.equal(false);
    expect(hasAction(short, 'Low')).to.equal(false);
    const long = await open(12);
    expect(has(long, 'searchbox')).to.equal(true);
    expect(readable(action(long, 'Low'))).to.contain('3');
    expect(hasAction(long, 'None')).to.equal(false);
  });

  it('shows rows that contain every typed word, and repeats the search text when no row matches', async () => {
    const list = await open(30);
    fill(list, 'Find a ward', 'WARD id-7');
    await settled(list);
    expect(bodyOf(list).map(readable).join()).to.contain('Ward 7');
    expect(readable(list)).to.contain('1 wards');
    fill(list, 'Find a ward', 'nobody');
    await settled(list);
    expect(readable(list)).to.contain(text.noneFound('nobody'));
    action(list, text.clear).click();
    await settled(list);
    expect(bodyOf(list)).to.have.length(20);
  });

  it('opens the row that is named exactly, or the only one left, on Enter', async () => {
    const list = await open(30);
    const enter = async (typed: string): Promise<void> => {
      fill(list, 'Find a ward', typed);
      await settled(list);
      field(list, 'Find a ward').dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, composed: true }),
      );
    };
    await enter('id-1');
    await enter('ward 2');
    await enter('ward 29');
    expect(list.opened).to.deep.equal(['id-1', 'id-29']);
  });

  it('shows only the rows of the chosen filter', async () => {
    const list = await open(30);
    action(list, 'Low').click();
    await settled(list);
    expect(bodyOf(list)).to.have.length(3);
    action(list, text.all).click();
    await settled(list);
    expect(bodyOf(list)).to.have.length(20);
  });

  it('sorts by its headings, and on a phone by a list of orders, which unfolds with the filters', async () => {
    const list = await open(30);
    the(list, 'button', /^Level/).click();
    await settled(list);
    expect(the(list, 'columnheader', /^Level/).ariaSort).to.equal('descending');
    expect(readable(bodyOf(list)[0]!)).to.contain('29');
    await setViewport({ width: 390, height: 844 });
    await until(() => !has(list, 'combobox') && !hasAction(list, 'Low'));
    action(list, `Highest first · ${text.all}`).click();
    await settled(list);
    fill(list, text.order, 'name');
    await settled(list);
    expect(readable(withWords(list, 'Ward 0'))).to.equal('Ward 0');
    expect(document.documentElement.scrollWidth).to.be.at.most(390);
    expect(await faultsOf(list)).to.deep.equal([]);
    await setViewport({ width: 1280, height: 800 });
  });

  it('hands over the rows that are ticked', async () => {
    const list = await open(12);
    field(list, 'Choose Ward 3').click();
    field(list, 'Choose Ward 5').click();
    await settled(list);
    field(list, 'Choose Ward 3').click();
    expect([...list.chosen]).to.deep.equal(['id-5']);
  });

  it('keeps search text and choices in the address, and begins with the first portion again', async () => {
    const stored = new Map<string, string | null>();
    const address: ListAddress = {
      get: (name) => stored.get(name) ?? null,
      set: (name, value) => stored.set(name, value),
    };
    const list = await open(40, { address });
    action(list, text.more(15)).click();
    await settled(list);
    the(list, 'button', /^Level/).click();
    await settled(list);
    expect(bodyOf(list)).to.have.length(20);
    fill(list, 'Find a ward', 'ward 3');
    action(list, 'Low').click();
    await settled(list);
    await settled(list);
    expect(Object.fromEntries(stored)).to.deep.equal({ order: 'level', find: 'ward 3', show: 'low' });
    const shown = bodyOf(list).map(readable);
    expect(bodyOf(await open(40, { address })).map(readable)).to.deep.equal(shown);
  });

  it('draws entries by a template in place of columns', async () => {
    const list = await open(3, { isCards: true });
    expect(all(list, 'listitem').map(readable)).to.deep.equal(['Ward 0', 'Ward 1', 'Ward 2']);
    expect(has(list, 'table')).to.equal(false);
  });

  it('draws nothing without rows: the page says why there are none', async () => {
    expect(readable(await open(0))).to.equal('');
  });
});

/** The states of a page as one table: what it is opened with, what it says then, and which ways it offers. */
import { expect } from '@open-wc/testing';
import { faultsInThemes, settled } from './page-place.ts';
import { action, hasAction, readable } from './roles.ts';
import { until } from './until.ts';

type Words = string | readonly string[];

/** `Given`: the parameters of the function that opens the page. */
interface PageState<Given extends readonly unknown[]> {
  /** All parameters in a list, or the first alone. */
  readonly given?: Given | Given[0];
  readonly shows?: Words;
  readonly hides?: Words;
  /** Buttons and links by the beginning of their names; with an address where it matters what a link opens. */
  readonly offers?: Words | Readonly<Record<string, string>>;
  readonly withholds?: Words;
}

/** One test for each state, by its title. Each is checked with axe in the themes. */
export function testStates<Given extends readonly unknown[]>(
  open: (...given: Given) => Promise<{ readonly page: Element }>,
  states: Readonly<Record<string, PageState<Given>>>,
): void {
  for (const [title, { given, shows = [], hides = [], offers = [], withholds = [] }] of Object.entries(states))
    it(title, async () => {
      const { page } = await open(...((Array.isArray(given) ? given : [given]) as unknown as Given));
      const addresses = typeof offers === 'string' || Array.isArray(offers) ? {} : offers;
      const names = addresses === offers ? Object.keys(offers) : listOf(offers as Words);
      for (const words of listOf(shows)) await until(() => readable(page).includes(words), `"${words}" on the page`);
      for (const name of names) await until(() => hasAction(page, name), `a way "${name}" on the page`);
      await settled(page);
      for (const [name, address] of Object.entries(addresses))
        expect(action(page, name).getAttribute('href'), name).to.equal(address);
      for (const words of listOf(hides)) expect(readable(page)).not.to.contain(words);
      for (const name of listOf(withholds)) expect(hasAction(page, name), name).to.equal(false);
      expect(await faultsInThemes(page)).to.deep.equal([]);
    });
}

const listOf = (words: Words): readonly string[] => (typeof words === 'string' ? [words] : words);

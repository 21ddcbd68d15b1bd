/** Help for the browser's chooser: the names under which the beacon may appear, and a way to list all devices. */
import { html, nothing, type TemplateResult } from 'lit';
import { chooserFilter } from '../../../domain/provisioning/chooser-filter.ts';
import { runStrings } from '../../strings/run.ts';
import '../../elements/button/button.ts';

export interface Sought extends Pick<Parameters<typeof chooserFilter>[0], 'uniqueId' | 'values' | 'device'> {
  /** Name prefixes of the account's profile. */
  readonly prefixes: readonly string[];
}

interface ShowAll {
  /** Called in the click handler, because the chooser needs the user gesture. */
  readonly onShowAll: () => void;
  readonly disabled: boolean;
}

export function renderChooserHelp(sought: Sought, showAll: ShowAll): TemplateResult {
  const names = chooserNames(sought);
  return html`<section class="chooser">
      <h2>${runStrings.chooser.title}</h2>
      ${names.length === 0 ? nothing : html`<p>${runStrings.chooser.names}: ${names.map((name, at) => html`${at === 0 ? '' : ', '}<bdi class="name">${name}</bdi>`)}</p>`}
      <p>${runStrings.chooser.label}</p>
      <p class="soft">${runStrings.chooser.missing}</p>
      <fk-button variant="quiet" class="all" .disabled=${showAll.disabled} @click=${showAll.onShowAll}>${runStrings.chooser.showAll}</fk-button>
    </section>`;
}

/** Shows a few names only. The chooser's filter contains all names of the account. */
export function chooserNames({ uniqueId, values, device, prefixes: own }: Sought): string[] {
  const filter = chooserFilter({
    uniqueId,
    values,
    device,
    accountNames: [],
    wide: false,
  });
  const prefixes = filter.withPrefixes ? own : [];
  return [...filter.names.filter((name) => !prefixes.includes(name)), ...prefixes.map((prefix) => `${prefix}…`)];
}

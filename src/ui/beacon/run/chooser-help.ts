/** Help for the browser's chooser: the names under which the beacon may appear, and a way to list all devices. */
import { html, nothing, type TemplateResult } from 'lit';
import { chooserFilter } from '../../../domain/provisioning/chooser-filter.ts';
import { runStrings } from '../../strings/run.ts';
import '../../elements/basics.ts';

export interface Sought extends Pick<Parameters<typeof chooserFilter>[0], 'uniqueId' | 'values' | 'device'> {
  /** Name prefixes of the account's profile. */
  readonly prefixes: readonly string[];
}

const text = runStrings.chooser;

interface ChooserHelp {
  /** Called in the click handler, because the chooser needs the user gesture. */
  readonly onShowAll: () => void;
  readonly disabled: boolean;
  /** True on the first visit: a later one begins with what the beacon did, and says whether to check the label. */
  readonly isFirst: boolean;
}

/** What to pick in the browser's list; nothing where no name is known. */
export function renderPick(sought: Sought): TemplateResult | typeof nothing {
  const { names, newNames } = chooserNames(sought);
  if (names.length === 0 && newNames.length === 0) return nothing;
  if (names.length === 0) return html`<p>${text.pick} ${inLine(newNames)}</p>`;
  const ofNew = newNames.length === 0 ? nothing : html` ${text.newOnes} ${inLine(newNames)}`;
  return html`<p>${text.pick} ${inLine(names)}.${ofNew}</p>`;
}

const inLine = (names: readonly string[]): TemplateResult[] =>
  names.map((name, at) => html`${at === 0 ? '' : ', '}<bdi class="strong">${name}</bdi>`);

export function renderChooserHelp(sought: Sought, { onShowAll, disabled, isFirst }: ChooserHelp): TemplateResult {
  return html`<section class="stack close">
      ${renderPick(sought)}
      ${isFirst ? html`<p>${text.label}</p>` : nothing}
      <details>
        <summary>${text.notListed}</summary>
        <p class="soft">${text.missing}</p>
        <fk-button .disabled=${disabled} @click=${onShowAll}>${text.allDevices}</fk-button>
      </details>
    </section>`;
}

/** A few names only. The chooser's filter contains all names of the account. */
function chooserNames({ uniqueId, values, device, prefixes }: Sought): Record<'names' | 'newNames', string[]> {
  const filter = chooserFilter({
    uniqueId,
    values,
    device,
    accountNames: [],
    wide: false,
  });
  return {
    names: filter.names.filter((name) => !filter.withPrefixes || !prefixes.includes(name)),
    newNames: filter.withPrefixes ? prefixes.map((prefix) => `${prefix}…`) : [],
  };
}

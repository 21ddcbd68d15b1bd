/** The changes of many beacons: what all have in common once, and in a list row the first few, and the number of the others. */
import { css, html, nothing, type TemplateResult } from 'lit';
import { valueIn, type AttributeValues } from '../../domain/device.ts';
import '../elements/value-change/value-change.ts';
import { bulkStrings } from '../strings/bulk.ts';
import { labelOf } from '../words/configure.ts';
import { newValueWords, valueLine, valueWords } from './value-words.ts';

/** Changes that are shown; the others are counted. */
const SHOWN = 3;

/** Height in rem of this many changes; in a `table` a name and its values are on one line. The styles use the same numbers. */
export function changesRem(changes: number, table: boolean): number {
  return Math.min(Math.max(changes, 1), SHOWN) * (table ? 1.5 : 3);
}

/** `none`: the text for no changes. `most`: the number of lines available. */
export function renderChangesInLine(
  before: AttributeValues,
  values: AttributeValues,
  none: string | typeof nothing = nothing,
  most = SHOWN,
): TemplateResult {
  const names = Object.keys(values);
  const shown = names.length > most ? names.slice(0, most - 1) : names;
  // Without an entry it only keeps its column.
  return html`<ul class="changes" role=${names.length === 0 && none === nothing ? 'none' : nothing}>
    ${names.length === 0 && none !== nothing ? html`<li class="soft">${none}</li>` : nothing}
    ${shown.map((name) => {
      const from = valueWords(name, valueIn(before, name));
      const to = newValueWords(name, values[name]!);
      const whole = `${labelOf(name)}: ${from.text} → ${to.text} ${to.unit}`.trim();
      return html`<li title=${whole}><span>${labelOf(name)}</span><fk-value-change .from=${from.text} .to=${to.text}
        .unit=${to.unit}></fk-value-change></li>`;
    })}
    ${names.length > shown.length ? html`<li><span>${bulkStrings.otherValues(names.length - shown.length)}</span></li>` : nothing}
  </ul>`;
}

/** The values that all beacons have in common, once above their rows; '' for none. */
export function commonWords(common: AttributeValues): string {
  const values = Object.entries(common).map(([name, value]) => `${labelOf(name)} ${valueLine(name, value)}`);
  return values.length === 0 ? '' : bulkStrings.common(values.join(' · '));
}

/** With the class `said`, two lines for a remark about the beacon. */
export const changesInLineStyles = css`
  .changes {
    min-width: 0;
    font-size: var(--text-s);
  }
  .changes li {
    display: flex;
    gap: var(--space-2);
    height: 1.5rem;
    overflow: hidden;
    white-space: nowrap;
  }
  :host(:not([table], [wide])) .changes li {
    flex-wrap: wrap;
    gap: 0;
    height: 3rem;
  }
  :host(:not([table], [wide])) .changes li span {
    flex-basis: 100%;
  }
  /* The attribute's name is cut before its values. */
  .changes li span {
    flex: 0 100 auto;
    min-width: 4rem;
    overflow: hidden;
    color: var(--color-ink-soft);
    text-overflow: ellipsis;
  }
  .changes fk-value-change {
    flex: 0 1 auto;
    flex-wrap: nowrap;
    min-width: 0;
    overflow: hidden;
  }
  .said {
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    overflow: hidden;
    max-height: 2.75rem;
    font-size: var(--text-s);
    line-height: 1.375rem;
  }
`;

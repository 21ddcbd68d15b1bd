/** How old the package is that is about to be written. */
import { html, nothing, type TemplateResult } from 'lit';
import { runStrings } from '../../strings/run.ts';
import '../../elements/age/age.ts';

/** A package older than this is marked: nobody knows whether age alone kills one (field-facts.md 1). */
const OLD_DAYS = 7;
const DAY_MS = 86_400_000;

export function renderPackageAge(fetchedAtMs: number | null, nowMs: number): TemplateResult | typeof nothing {
  if (fetchedAtMs === null) return nothing;
  const days = Math.floor((nowMs - fetchedAtMs) / DAY_MS);
  if (days >= OLD_DAYS) return html`<p class="soft old">${runStrings.old(days)}</p>`;
  return html`<p class="soft">${runStrings.fetched} <fk-age .at=${fetchedAtMs} .now=${nowMs}></fk-age></p>`;
}

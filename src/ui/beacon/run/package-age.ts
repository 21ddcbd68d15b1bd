/** The age of the package that is about to be written. */
import { html, nothing, type TemplateResult } from 'lit';
import { OLD_PACKAGE_MS } from '../../../domain/carried-package.ts';
import { runStrings } from '../../strings/run.ts';
import '../../elements/age/age.ts';

const DAY_MS = 86_400_000;

export function renderPackageAge(fetchedAtMs: number | null, nowMs: number): TemplateResult | typeof nothing {
  if (fetchedAtMs === null) return nothing;
  const ageMs = nowMs - fetchedAtMs;
  if (ageMs >= OLD_PACKAGE_MS) return html`<p class="soft old">${runStrings.old(Math.floor(ageMs / DAY_MS))}</p>`;
  return html`<p class="soft">${runStrings.fetched} <fk-age .at=${fetchedAtMs} .now=${nowMs}></fk-age></p>`;
}

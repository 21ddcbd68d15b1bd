/** The shares of a device as the backend lists them, and the links to share or move it. */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { CachedDevice, Json } from '../../../domain/device.ts';
import { mayGiveAway } from '../../../domain/ownership/share.ts';
import type { Ownership } from '../../../use-cases/ownership/ownership.ts';
import '../../elements/basics.ts';
import { pageStyles } from '../../kit/page-styles.ts';
import { shared } from '../../kit/tokens.ts';
import { navigate } from '../../shell/router.ts';
import { historyStrings as text } from '../../strings/history.ts';
import { accessWord } from '../../beacon/device-words.ts';
import { selection } from '../../shared/chosen-devices.ts';
import { date } from '../../language/times.ts';
import './device-access.ts';

@customElement('fk-device-sharing')
class FkDeviceSharing extends LitElement {
  @property({ attribute: false }) device: CachedDevice | null = null;
  @property({ attribute: false }) ownership: (() => Promise<Ownership>) | null = null;

  static override styles = [
    shared,
    pageStyles,
    css`
      :host {
        display: grid;
        gap: var(--space-3);
      }
      li {
        padding-block: var(--space-2);
        border-bottom: var(--stroke) solid var(--color-line);
      }
    `,
  ];

  protected override render(): TemplateResult | typeof nothing {
    const { device } = this;
    if (device === null) return nothing;
    const shares = sharesOf(device);
    const may = mayGiveAway(device.access) !== 'no';
    return html`${
      shares.length === 0
        ? html`<p class="soft">${text.noShares}</p>`
        : html`<ul>${shares.map((line) => html`<li class="anywhere"><bdi>${line}</bdi></li>`)}</ul>`
    }
      <fk-device-access .device=${device} .ownership=${this.ownership}></fk-device-access>
      ${may ? nothing : html`<p class="soft">${text.mayNot(accessWord(device.access ?? ''))}</p>`}
      <div class="wrap">
        <fk-button .disabled=${!may} @click=${() => this.go('share')}>${text.share}</fk-button>
        <fk-button .disabled=${!may} @click=${() => this.go('move')}>${text.move}</fk-button>
      </div>`;
  }

  private go(where: 'share' | 'move'): void {
    selection.value = [this.device!.uniqueId];
    navigate(`/${where}`);
  }
}

/**
 * One line for each share. interface.md does not define the fields, so they are shown as received; an end in seconds is
 * shown as a day.
 */
function sharesOf({ attributes }: CachedDevice): string[] {
  const { shares } = attributes;
  if (!Array.isArray(shares)) return [];
  return (shares as readonly Json[]).map((share) => {
    if (typeof share !== 'object' || share === null || Array.isArray(share)) return String(share);
    return Object.entries(share as Readonly<Record<string, Json>>)
      .filter(([, value]) => value !== null)
      .map(([name, value]) =>
        name === 'expirationDate' && typeof value === 'number'
          ? day(value)
          : name === 'withMetadata'
            ? ''
            : typeof value === 'string'
              ? name === 'access'
                ? accessWord(value)
                : value
              : JSON.stringify(value),
      )
      .filter((part) => part !== '')
      .join(' · ');
  });
}

function day(seconds: number): string {
  return date(seconds * 1000) || String(seconds);
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-device-sharing': FkDeviceSharing;
  }
}

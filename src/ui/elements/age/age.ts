/** Shows how long ago something was. The owner passes the current time. */
import { LitElement, css, html, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { shared } from '../../kit/tokens.ts';
import { elementStrings } from '../../strings/elements.ts';
import { moment } from '../../language/times.ts';

const text = elementStrings.age;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** `at` and `now` in Unix milliseconds; `at` null is "never". The exact time is in the tooltip. */
@customElement('fk-age')
class FkAge extends LitElement {
  @property({ type: Number }) at: number | null = null;
  @property({ type: Number }) now = 0;

  static override styles = [
    shared,
    css`
      :host {
        display: inline;
      }
    `,
  ];

  protected override render(): TemplateResult {
    const at = this.at === null ? null : new Date(this.at);
    // A number from a file may be outside the range of Date: show "never" rather than throw.
    if (at === null || Number.isNaN(at.getTime())) return html`<span>${text.never}</span>`;
    return html`<time datetime=${at.toISOString()} title=${moment(at.getTime())}>${ageInWords(this.now - at.getTime())}</time>`;
  }
}

/** "3 minutes ago"; `agoMs` below zero by more than a minute means that one of the clocks is wrong. */
export function ageInWords(agoMs: number): string {
  if (agoMs < -MINUTE_MS) return text.ahead;
  if (agoMs < MINUTE_MS) return text.justNow;
  if (agoMs < HOUR_MS) return text.minutes(Math.floor(agoMs / MINUTE_MS));
  if (agoMs < DAY_MS) return text.hours(Math.floor(agoMs / HOUR_MS));
  return text.days(Math.floor(agoMs / DAY_MS));
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-age': FkAge;
  }
}

/** Buttons for one or several charts: zoom in, zoom out, earlier, later, whole range. */
import { LitElement, css, html, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { backIcon, forwardIcon, type IconPath } from '../../kit/icons.ts';
import { shared } from '../../kit/tokens.ts';
import { chartStrings as text } from '../../strings/chart.ts';
import '../button/button.ts';
import { ChartViewEvent } from './chart.ts';
import { isWhole, PAN_STEP, panned, ZOOM_STEP, zoomed, type TimeView } from './view.ts';

const closerIcon: IconPath = 'M12 5v14M5 12h14';
const widerIcon: IconPath = 'M5 12h14';

/** Event: `fk-view`. */
@customElement('fk-chart-tools')
export class FkChartTools extends LitElement {
  @property({ attribute: false }) whole: TimeView = { startMs: 0, endMs: 1 };
  @property({ attribute: false }) view: TimeView | null = null;

  static override styles = [
    shared,
    css`
      :host {
        display: flex;
        flex-wrap: wrap;
        gap: var(--space-1);
      }
    `,
  ];

  protected override render(): TemplateResult {
    const view = this.view ?? this.whole;
    const all = isWhole(view, this.whole);
    const tool = (label: string, icon: IconPath, next: TimeView, disabled: boolean): TemplateResult =>
      html`<fk-button variant="quiet" .icon=${icon} .label=${label} title=${label} .disabled=${disabled}
        @click=${() => this.dispatchEvent(new ChartViewEvent(next))}></fk-button>`;
    return html`
      ${tool(
        text.closer,
        closerIcon,
        zoomed(view, this.whole, ZOOM_STEP),
        false,
      )} ${tool(text.wider, widerIcon, zoomed(view, this.whole, 1 / ZOOM_STEP), all)}
      ${tool(text.earlier, backIcon, panned(view, this.whole, -PAN_STEP), view.startMs <= this.whole.startMs)}
      ${tool(text.later, forwardIcon, panned(view, this.whole, PAN_STEP), view.endMs >= this.whole.endMs)}
      <fk-button .disabled=${all}
        @click=${() => this.dispatchEvent(new ChartViewEvent(this.whole))}>${text.reset}</fk-button>
    `;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-chart-tools': FkChartTools;
  }
}

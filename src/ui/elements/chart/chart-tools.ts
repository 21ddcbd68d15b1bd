/** Buttons for one or several charts: zoom in, zoom out, earlier, later, whole range. */
import { html, type TemplateResult } from 'lit';
import { backIcon, forwardIcon, type IconPath } from '../../kit/icons.ts';
import { chartStrings as text } from '../../strings/chart.ts';
import '../button/button.ts';
import { ChartViewEvent } from './chart.ts';
import { isWhole, PAN_STEP, panned, ZOOM_STEP, zoomed, type TimeView } from './view.ts';

const closerIcon: IconPath = 'M12 5v14M5 12h14';
const widerIcon: IconPath = 'M5 12h14';

/** `shown`: the visible part; null for the whole range. A press dispatches `fk-view`, as the chart does. */
export function renderChartTools(whole: TimeView, shown: TimeView | null): TemplateResult {
  const view = shown ?? whole;
  const isAll = isWhole(view, whole);
  const show = (next: TimeView) => (event: Event) => event.currentTarget!.dispatchEvent(new ChartViewEvent(next));
  const tool = (label: string, icon: IconPath, next: TimeView, disabled: boolean): TemplateResult =>
    html`<fk-button variant="quiet" .icon=${icon} .label=${label} title=${label} .disabled=${disabled}
      @click=${show(next)}></fk-button>`;
  return html`<div class="wrap">
    ${tool(text.closer, closerIcon, zoomed(view, whole, ZOOM_STEP), false)}
    ${tool(text.wider, widerIcon, zoomed(view, whole, 1 / ZOOM_STEP), isAll)}
    ${tool(text.earlier, backIcon, panned(view, whole, -PAN_STEP), view.startMs <= whole.startMs)}
    ${tool(text.later, forwardIcon, panned(view, whole, PAN_STEP), view.endMs >= whole.endMs)}
    <fk-button .disabled=${isAll} @click=${show(whole)}>${text.reset}</fk-button>
  </div>`;
}

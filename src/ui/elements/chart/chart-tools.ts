/** Buttons for one or several charts: zoom in; while zoomed, also zoom out, earlier, later, whole range. */
import { html, nothing, type TemplateResult } from 'lit';
import { backIcon, forwardIcon, type IconPath } from '../../kit/icons.ts';
import { chartStrings as text } from '../../strings/chart.ts';
import '../button/button.ts';
import { ChartViewEvent } from './chart.ts';
import { isWhole, PAN_STEP, panned, ZOOM_STEP, zoomed, type TimeView } from './view.ts';

const closerIcon: IconPath = 'M10.5 4a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13M15.3 15.3L21 21M10.5 7.5v6M7.5 10.5h6';
const widerIcon: IconPath = 'M10.5 4a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13M15.3 15.3L21 21M7.5 10.5h6';

/** `shown`: the visible part; null for the whole range. A press dispatches `fk-view`, as the chart does. */
export function renderChartTools(whole: TimeView, shown: TimeView | null): TemplateResult {
  const view = shown ?? whole;
  const show = (next: TimeView) => (event: Event) => {
    const button = event.currentTarget as HTMLElement;
    // For the whole range only the first button remains: it gets the focus before the others go.
    if (isWhole(next, whole)) button.parentElement!.querySelector('fk-button')!.focus();
    button.dispatchEvent(new ChartViewEvent(next));
  };
  const tool = (label: string, icon: IconPath, next: TimeView, disabled: boolean): TemplateResult =>
    html`<fk-button .icon=${icon} .label=${label} title=${label} .disabled=${disabled} @click=${show(next)}></fk-button>`;
  return html`<div class="wrap">
    <fk-button .icon=${closerIcon} @click=${show(zoomed(view, whole, ZOOM_STEP))}>${text.closer}</fk-button>
    ${
      isWhole(view, whole)
        ? nothing
        : html`${tool(text.wider, widerIcon, zoomed(view, whole, 1 / ZOOM_STEP), false)}
          ${tool(text.earlier, backIcon, panned(view, whole, -PAN_STEP), view.startMs <= whole.startMs)}
          ${tool(text.later, forwardIcon, panned(view, whole, PAN_STEP), view.endMs >= whole.endMs)}
          <fk-button @click=${show(whole)}>${text.reset}</fk-button>`
    }
  </div>`;
}

/** The steps of a run as a list: done, current, and to come. */
import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { checkIcon, icon, nowIcon, refusedIcon, uncertainIcon, type IconPath } from '../../kit/icons.ts';
import { shared } from '../../kit/tokens.ts';
import { elementStrings } from '../../strings/elements.ts';

const STEP_STATES = ['waiting', 'now', 'done', 'failed', 'uncertain'] as const;
type StepState = (typeof STEP_STATES)[number];

/** `elapsedMs` is the duration of the step so far. */
export interface StepLine {
  readonly label: string;
  readonly state: StepState;
  readonly detail?: string;
  readonly elapsedMs?: number;
}

const pictures: Record<StepState, IconPath> = {
  waiting: 'M12 8a4 4 0 1 0 0 8a4 4 0 1 0 0-8',
  now: nowIcon,
  done: checkIcon,
  failed: refusedIcon,
  uncertain: uncertainIcon,
};

@customElement('fk-steps')
class FkSteps extends LitElement {
  @property({ attribute: false }) steps: readonly StepLine[] = [];
  @property() label = '';

  static override styles = [
    shared,
    css`
      li {
        position: relative;
        display: grid;
        grid-template-columns: 24px minmax(0, 1fr) auto;
        gap: 0 var(--space-3);
        align-items: start;
        padding: calc(var(--space-1) * 1.25) 0;
        color: var(--color-ink-soft);
      }
      li:not(:last-child)::before {
        content: '';
        position: absolute;
        inset-inline-start: calc(12px - var(--stroke-strong) / 2);
        top: calc(var(--space-1) + 28px);
        bottom: calc(var(--space-1) * -0.75);
        border-inline-start: var(--stroke-strong) solid var(--color-line);
      }
      .icon {
        width: 24px;
        height: 24px;
      }
      .detail {
        grid-column: 2 / -1;
      }
      .done .name,
      .now .name,
      .failed .name,
      .uncertain .name {
        color: var(--color-ink);
      }
      .done .icon {
        color: var(--color-ink);
      }
      .now .name {
        font-weight: var(--weight-strong);
      }
      .now .icon {
        color: var(--color-accent);
      }
      .failed .icon,
      .failed .word {
        color: var(--color-stop);
        font-weight: var(--weight-strong);
      }
      .uncertain .icon,
      .uncertain .word {
        color: var(--color-attention);
        font-weight: var(--weight-strong);
      }
    `,
  ];

  protected override render(): TemplateResult {
    return html`<ol role="list" aria-label=${this.label === '' ? nothing : this.label}>
      ${this.steps.map(
        (step) => html`<li class=${step.state} aria-current=${step.state === 'now' ? 'step' : nothing}>
          ${icon(pictures[step.state])}
          <span class="name anywhere">${step.label}<span class="aside">, ${elementStrings.steps[step.state]}</span></span>
          ${renderRight(step)}
          ${step.detail === undefined || step.detail === '' ? nothing : html`<span class="detail soft anywhere">${step.detail}</span>`}
        </li>`,
      )}
    </ol>`;
  }
}

function renderRight(step: StepLine): TemplateResult {
  const bad = step.state === 'failed' || step.state === 'uncertain';
  // Unnoticeably short steps show no time.
  const time = (step.elapsedMs ?? 0) < 50 ? '' : elementStrings.seconds(step.elapsedMs! / 1000);
  return html`<span class="word small ${bad ? '' : 'mono'}"
    aria-hidden=${bad ? 'true' : nothing}>${bad ? elementStrings.steps[step.state] : time}</span>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'fk-steps': FkSteps;
  }
}

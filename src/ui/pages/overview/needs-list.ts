/** The tasks that need the person, one line and one action for each group, or a message that there are none. */
import { html, nothing, type TemplateResult } from 'lit';
import type { Task, TaskCount } from '../../../domain/overview/needs-you.ts';
import { viewAddress } from '../../../domain/device-list/view-address.ts';
import '../../elements/basics.ts';
import { checkIcon, icon, keyIcon, uncertainIcon, warningIcon, waitingIcon, type IconPath } from '../../kit/icons.ts';
import { number } from '../../language/counting.ts';
import { overviewStrings as text } from '../../strings/overview.ts';

/** The page for each task; the key has a dialog. */
const WAYS: Readonly<Record<Exclude<Task, 'key'>, string>> = {
  losses: '/run',
  notMirrored: '/outbox',
  uncertainRuns: '/run',
  parked: '/outbox',
  unsureNotVerified: '/outbox',
  notVerified: '/outbox',
  refused: '/outbox',
  editsParked: '/outbox',
  unfinishedRuns: '/run',
  interrupted: '/run',
  deadPackages: '/run',
  oldPackages: '/run',
  needPackage: viewAddress({ needs: ['package'] }),
  alarms: '/telemetry?view=alarms',
  silent: viewAddress({ heard: ['silent'] }),
  batteryLow: viewAddress({ battery: 'low' }),
};

/** Tasks with a risk of loss or a standstill, before the others. */
const URGENT: ReadonlySet<Task> = new Set(['losses', 'key', 'notMirrored', 'uncertainRuns', 'parked', 'refused']);

export function renderNeeds(tasks: readonly TaskCount[], onKey: () => void): TemplateResult {
  return html`<section class="card" aria-labelledby="needs-you">
    <h2 id="needs-you">${text.needsYou}${tasks.length === 0 ? nothing : html` <span class="count">${number(tasks.length)}</span>`}</h2>
    ${
      tasks.length === 0
        ? html`<p class="line">${icon(checkIcon)}<span>${text.nothingNeedsYou}</span></p>`
        : html`<ul role="list" class="stack close">
          ${tasks.map((one) => renderTask(one, onKey))}
        </ul>`
    }
  </section>`;
}

function renderTask({ task, count }: TaskCount, onKey: () => void): TemplateResult {
  const { says: words, action } = text.tasks[task];
  const sentence = words(count);
  const variant = URGENT.has(task) ? 'primary' : 'plain';
  const about = html`<span class="aside">: ${sentence}</span>`;
  return html`<li class=${URGENT.has(task) ? 'urgent' : nothing} data-task=${task}>
    ${icon(iconOf(task))}<span>${sentence}</span>
    ${
      task === 'key'
        ? html`<fk-button .variant=${variant} @click=${onKey}>${action}${about}</fk-button>`
        : html`<fk-button .variant=${variant} .href=${WAYS[task]}>${action}${about}</fk-button>`
    }
  </li>`;
}

function iconOf(task: Task): IconPath {
  if (task === 'key') return keyIcon;
  if (task === 'uncertainRuns' || task === 'unsureNotVerified') return uncertainIcon;
  return URGENT.has(task) ? warningIcon : waitingIcon;
}

/** The tasks that need the person, a row for each group that leads to it, or a message that there are none. */
import { html, nothing, type TemplateResult } from 'lit';
import type { Task, TaskCount } from '../../../domain/overview/needs-you.ts';
import { viewAddress } from '../../../domain/device-list/view-address.ts';
import { checkIcon, icon, keyIcon, uncertainIcon, warningIcon, waitingIcon, type IconPath } from '../../kit/icons.ts';
import { number } from '../../language/counting.ts';
import { linkRows, type LinkRow } from '../../shared/link-rows.ts';
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
        : linkRows(tasks.map((one) => rowOf(one, onKey)))
    }
  </section>`;
}

function rowOf({ task, count }: TaskCount, onKey: () => void): LinkRow {
  const row = { label: text.tasks[task](count), icon: iconOf(task), isUrgent: URGENT.has(task) };
  return task === 'key' ? { ...row, href: '', onOpen: onKey } : { ...row, href: WAYS[task] };
}

function iconOf(task: Task): IconPath {
  if (task === 'key') return keyIcon;
  if (task === 'uncertainRuns' || task === 'unsureNotVerified') return uncertainIcon;
  return URGENT.has(task) ? warningIcon : waitingIcon;
}

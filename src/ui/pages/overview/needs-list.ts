/** The tasks that need the person, a row for each group that leads to it, or a message that there are none. */
import { html, nothing, type TemplateResult } from 'lit';
import { WORTH_A_LOOK, type Task, type TaskCount } from '../../../domain/overview/needs-you.ts';
import { viewAddress } from '../../../domain/device-list/view-address.ts';
import {
  alarmIcon,
  batteryIcon,
  checkIcon,
  cloudIcon,
  icon,
  keyIcon,
  offlineIcon,
  uncertainIcon,
  warningIcon,
  waitingIcon,
  type IconPath,
} from '../../kit/icons.ts';
import { number } from '../../language/counting.ts';
import { linkRows, type LinkRow } from '../../shared/link-rows.ts';
import { overviewStrings as text } from '../../strings/overview.ts';

/** The sign of each task and its page; the key has a dialog. */
const WAYS: Readonly<Record<Task, readonly [IconPath, string]>> = {
  losses: [warningIcon, '/run'],
  key: [keyIcon, ''],
  notMirrored: [warningIcon, '/outbox'],
  uncertainRuns: [uncertainIcon, '/run'],
  parked: [warningIcon, '/outbox'],
  unsureNotVerified: [uncertainIcon, '/outbox'],
  notVerified: [waitingIcon, '/outbox'],
  refused: [warningIcon, '/outbox'],
  editsParked: [waitingIcon, '/outbox'],
  unfinishedRuns: [waitingIcon, '/run'],
  interrupted: [waitingIcon, '/run'],
  deadPackages: [waitingIcon, '/run'],
  oldPackages: [waitingIcon, '/run'],
  needPackage: [cloudIcon, viewAddress({ needs: ['package'] })],
  alarms: [alarmIcon, '/telemetry?view=alarms'],
  silent: [offlineIcon, viewAddress({ heard: ['silent'] })],
  batteryLow: [batteryIcon, viewAddress({ battery: 'low' })],
};

const OTHERS: ReadonlySet<Task> = new Set(WORTH_A_LOOK);
/** Shown by signs of their own, so that the badge leaves them out. */
const UNCOUNTED: ReadonlySet<Task> = new Set(['losses', 'key']);

/** Tasks with a risk of loss or a standstill, before the others. */
const URGENT: ReadonlySet<Task> = new Set(['losses', 'key', 'notMirrored', 'uncertainRuns', 'parked', 'refused']);

export function renderNeeds(tasks: readonly TaskCount[], onKey: () => void): TemplateResult {
  const needs = tasks.filter(({ task }) => !OTHERS.has(task));
  const others = tasks.filter(({ task }) => OTHERS.has(task));
  const counted = needs.reduce((sum, { task, count }) => (UNCOUNTED.has(task) ? sum : sum + count), 0);
  const rows = (of: readonly TaskCount[]): TemplateResult => linkRows(of.map((one) => rowOf(one, onKey)));
  return html`<section class="card" aria-labelledby="needs-you">
      <h2 id="needs-you">${text.needsYou}${counted === 0 ? nothing : html` <span class="count">${number(counted)}</span>`}</h2>
      ${
        needs.length === 0
          ? html`<p class="line">${icon(checkIcon)}<span>${text.nothingNeedsYou}</span></p>`
          : rows(needs)
      }
    </section>
    ${
      others.length === 0
        ? nothing
        : html`<section class="card" aria-labelledby="worth-a-look">
          <h2 id="worth-a-look">${text.worthALook}</h2>
          ${rows(others)}
        </section>`
    }`;
}

function rowOf({ task, count }: TaskCount, onKey: () => void): LinkRow {
  const [sign, href] = WAYS[task];
  const row = { label: text.tasks[task](count), icon: sign, isUrgent: URGENT.has(task), href };
  return task === 'key' ? { ...row, onOpen: onKey } : row;
}

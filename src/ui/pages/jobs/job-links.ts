/** Links within one job: its three pages as tabs, and the on-site page at one of its beacons. */
import type { TemplateResult } from 'lit';
import { pageTabs } from '../../shared/page-tabs.ts';
import { jobPath } from '../../shell/router.ts';
import { jobStrings } from '../../strings/jobs.ts';
import { reportStrings } from '../../strings/report.ts';

/** The on-site page at one of the beacons. */
export function taskPath(jobId: string, uniqueId: string): string {
  return `${jobPath(jobId, '/run')}?${new URLSearchParams({ beacon: uniqueId }).toString()}`;
}

export function jobTabs(jobId: string, current: 'plan' | 'go' | 'report'): TemplateResult {
  const text = jobStrings.tabs;
  return pageTabs(text.label, [
    { href: jobPath(jobId), label: text.plan, isCurrent: current === 'plan' },
    { href: jobPath(jobId, '/run'), label: text.go, isCurrent: current === 'go' },
    { href: jobPath(jobId, '/report'), label: reportStrings.toReport, isCurrent: current === 'report' },
  ]);
}

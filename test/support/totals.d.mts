export interface Counts {
  passed: number;
  failed: number;
  skipped: string[];
  notes: string[];
  times: { name: string; ms: number }[];
}
export const REPORT_VARIABLE: string;
export function nothingCounted(): Counts;
export function countVitest(reportFile: string, options?: { readonly maySkipAll?: boolean }): Counts;
export function countBrowser(reportFile: string): Counts;
export function wtrTotalsReporter(): { stop(run: { readonly sessions: readonly object[] }): void };

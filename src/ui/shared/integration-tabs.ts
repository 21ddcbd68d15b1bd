/** The tabs of the Integrations page: streams, and the inspector of their records. */
import type { TemplateResult } from 'lit';
import { shellStrings } from '../strings/shell.ts';
import { pageTabs } from './page-tabs.ts';

export function integrationTabs(current: 'streams' | 'inspector'): TemplateResult {
  const { titles } = shellStrings;
  return pageTabs(
    titles.integrations,
    (['streams', 'inspector'] as const).map((id) => ({
      href: `/${id}`,
      label: titles[id],
      isCurrent: id === current,
    })),
  );
}

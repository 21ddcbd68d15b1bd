/** Reads the codes that a page shows, and scans codes as the camera does. What a code holds has no role or name on the page. */
import { until } from './until.ts';
import { CodeEvent } from '../../src/ui/elements/scan-label/scan-label.ts';
import type { FkPagedCode } from '../../src/ui/elements/paged-code/paged-code.ts';
import { deepAll } from './page-place.ts';

/** Returns the texts of the codes that are shown in turn. */
export function codesIn(page: Element): readonly string[] {
  return deepAll<FkPagedCode>(page, 'fk-paged-code')[0]!.pages;
}

/** Holds codes before the open camera, one after the other. */
export async function scan(page: Element, codes: readonly string[]): Promise<void> {
  const camera = () => deepAll(page, 'fk-scan-label')[0];
  await until(() => camera() !== undefined);
  for (const code of codes) camera()!.dispatchEvent(new CodeEvent(code, 'qr_code'));
}

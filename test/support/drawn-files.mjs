/** End-to-end files of which `npm test` takes one of each list, as the seed draws; `npm test -- --whole` takes all. */

/**
 * The files of one list test what rarely changes (hosts, amounts of data, sizes of screens, programs beside the app) or
 * one page that the browser tests of its folder test too.
 * Whatever may lose a receipt is tested in every run, so no such file is listed.
 */
export const DRAWN_FILES = [
  ['deploy-broken', 'deploy-check', 'deploy-hosts'],
  ['deploy-rescue', 'deploy-update-checks', 'cors'],
  ['large-files', 'large-fleet', 'million', 'hostile-sizes'],
  ['languages', 'layout', 'text-sizes'],
  ['password-manager', 'print-labels', 'screen-lock', 'spreadsheet'],
  ['desk', 'inspector', 'labels', 'practice', 'streams', 'telemetry'],
  ['first-minutes', 'hostile', 'opening', 'protocol', 'schemas-policy'],
];

/** Returns the paths that a usual run with this seed leaves out. */
export function filesLeftOut(seed) {
  return DRAWN_FILES.flatMap((names, list) => {
    // Lists of one length would otherwise always take the file at the same position.
    const taken = Math.floor(seed / (list + 1)) % names.length;
    return names.filter((_, at) => at !== taken).map((name) => `test/e2e/${name}.e2e.ts`);
  });
}

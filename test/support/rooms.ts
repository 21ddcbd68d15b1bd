/** Which end-to-end files test which part of the app: the first entry whose path a changed file begins with counts. */

/** Names of files in test/e2e, without extension. */
type Proof = readonly string[];

/**
 * From the most specific path to the most general. Paths that are not listed are tested by the main path through the
 * app.
 */
export const PROOFS: readonly (readonly [prefix: string, proof: Proof])[] = [
  ['src/ui/pages/telemetry/', ['telemetry']],
  ['src/ui/pages/streams/', ['streams']],
  ['src/ui/pages/inspector/', ['inspector']],
  ['src/ui/pages/command/', ['commands']],
  ['src/ui/pages/jobs/task-', ['job', 'gate']],
  ['src/ui/pages/devices/', ['large-fleet']],
  ['src/ui/pages/device/', ['virtual']],
  ['src/ui/pages/configure/', ['path']],
  ['src/ui/pages/labels/', ['print-labels']],
  ['src/ui/pages/jobs/', ['job', 'gate', 'layout']],
  ['src/ui/pages/outbox/', ['transfer', 'backend-faults']],
  ['src/ui/pages/run', ['path', 'peripheral']],
  ['src/ui/pages/connect/', ['path', 'cors', 'protocol', 'screen-lock']],
  ['src/ui/pages/welcome/', ['first-minutes', 'path', 'install']],
  ['src/ui/pages/overview/', ['desk', 'opening']],
  ['src/ui/pages/guide/', ['first-minutes']],
  ['src/ui/pages/more/', ['path', 'storage', 'accounts']],
  ['src/ui/pages/phone-check/', ['phone-check']],
  ['src/ui/elements/scan-label/', ['labels']],
  ['src/ui/elements/field/', ['layout', 'password-manager', 'path']],
  ['src/ui/elements/skeleton/', ['opening']],
  ['src/ui/kit/', ['layout', 'path', 'text-sizes']],
  ['src/ui/elements/', ['layout', 'path', 'text-sizes', 'windows']],
  ['src/ui/shared/file-', ['large-files', 'transfer']],
  ['src/ui/shared/restored-draft', ['drafts']],
  ['src/ui/strings/', ['languages', 'layout', 'path', 'text-sizes']],
  ['src/ui/shell/routes', ['desk', 'path', 'older-version']],
  ['src/ui/shell/', ['desk', 'path', 'windows']],
  ['src/ui/', ['path', 'windows']],
  ['src/domain/telemetry/', ['telemetry']],
  ['src/domain/label/sheet', ['print-labels']],
  ['src/domain/label/', ['labels']],
  ['src/domain/streams/', ['streams', 'inspector']],
  ['src/domain/device-list/', ['large-fleet']],
  ['src/domain/csv', ['spreadsheet']],
  ['src/domain/job/', ['job', 'gate']],
  ['src/domain/commands/', ['commands']],
  ['src/domain/delivery/', ['backend-faults', 'transfer']],
  ['src/domain/provisioning/', ['path', 'recovery', 'radio-faults']],
  ['src/domain/schema', ['schemas-policy', 'path']],
  ['src/domain/receipt-file', ['transfer']],
  ['src/domain/', ['path', 'hostile']],
  ['src/bluetooth/', ['radio-faults', 'peripheral', 'phone-check']],
  ['src/backend/telemetry', ['telemetry']],
  ['src/backend/streams', ['streams']],
  ['src/backend/http', ['backend-faults', 'cors', 'protocol']],
  ['src/backend/', ['backend-faults', 'cors', 'hostile-sizes', 'million']],
  ['src/storage/accounts/screen-lock', ['screen-lock']],
  ['src/storage/telemetry/', ['telemetry', 'older-version']],
  ['src/storage/', ['storage', 'recovery', 'windows', 'losses', 'sender-trouble', 'older-version']],
  ['src/names.ts', ['storage', 'older-version']],
  ['src/use-cases/jobs/', ['job', 'gate', 'large-files']],
  ['src/use-cases/prepare/', ['path']],
  ['src/use-cases/telemetry/', ['telemetry']],
  ['src/use-cases/streams/', ['streams']],
  ['src/use-cases/commands/', ['commands']],
  ['src/use-cases/devices/', ['large-fleet', 'virtual', 'million']],
  ['src/use-cases/outbox/', ['backend-faults', 'sender-trouble', 'offline', 'windows', 'repeats']],
  ['src/use-cases/session/', ['accounts', 'screen-lock', 'sign-out', 'windows']],
  ['src/use-cases/drafts/', ['drafts', 'older-version']],
  ['src/use-cases/', ['path', 'recovery', 'sign-out']],
  ['src/service-worker/shared-file', ['incoming-files']],
  ['src/service-worker/page/cached-pages', ['gate']],
  ['src/service-worker/', ['update', 'older-version', 'install', 'offline', 'deploy-broken', 'deploy-update-checks']],
  ['src/rescue/', ['deploy-rescue']],
  ['src/sandbox/', ['practice', 'first-minutes']],
  ['src/app/', ['path', 'windows', 'sign-out', 'losses', 'keeping']],
  ['src/main', ['path', 'windows', 'sign-out', 'losses', 'keeping']],
  ['public/', ['install']],
  ['index.html', ['install', 'path']],
  ['vite.config.ts', ['install', 'update']],
  ['src/build/', ['install', 'deploy-hosts', 'deploy-check']],
];

/** Also tested by the runs over BlueZ (`test/bluez/linux-radio.e2e.ts`). */
const PROVED_OVER_BLUEZ = ['src/bluetooth/', 'src/domain/provisioning/', 'src/use-cases/run/'];

export function isProvedOverBluez(changed: string): boolean {
  return !/\.test\.ts$|\.md$/.test(changed) && PROVED_OVER_BLUEZ.some((prefix) => changed.startsWith(prefix));
}

export function endToEndOf(changed: string): string[] {
  // Unit tests and documents change nothing in the built app.
  if (/\.test\.ts$|\.md$/.test(changed) || changed.startsWith('test/')) return [];
  const found = PROOFS.find(([prefix]) => changed.startsWith(prefix));
  return (found?.[1] ?? []).map((name) => `test/e2e/${name}.e2e.ts`);
}

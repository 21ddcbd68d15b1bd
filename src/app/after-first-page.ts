/**
 * Starts what the first page does not need: notices, toasts, the service worker, diagnostics, the badge, files from
 * other apps and the receipts of other accounts.
 */
import '../ui/elements/toast/toast.ts';
import '../ui/shell/shell-notices.ts';
export { keepFormatsFresh } from '../ui/shell/fresh-formats.ts';
export { registerServiceWorker } from '../service-worker/page/register.ts';
export { showBadge } from './badge.ts';
export { receiveFiles } from './incoming-files.ts';
export { startDiagnostics } from './diagnostics.ts';
export { followPhone } from './receipts-elsewhere.ts';

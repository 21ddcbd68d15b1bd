/**
 * Starts what the first page does not need: notices, toasts, the service worker, diagnostics, the badge and files from
 * other apps.
 */
import '../ui/elements/toast/toast.ts';
import '../ui/shell/shell-notices.ts';
export { registerServiceWorker } from '../service-worker/page/register.ts';
export { showBadge } from './badge.ts';
export { receiveFiles } from './incoming-files.ts';
export { startDiagnostics } from './diagnostics.ts';

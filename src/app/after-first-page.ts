/** What the first page is drawn without: notices, toasts, the service worker and the diagnostics. */
import '../ui/elements/toast/toast.ts';
import '../ui/shell/shell-notices.ts';
export { registerServiceWorker } from '../service-worker/page/register.ts';
export { startDiagnostics } from './diagnostics.ts';

/** What nobody waits for: the service worker and the diagnostics. Fetched, and run, after the first page. */
export { registerServiceWorker } from '../service-worker/page/register.ts';
export { startDiagnostics } from './diagnostics.ts';

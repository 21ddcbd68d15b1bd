/** Placeholder of the composition root: shows that the build runs, until the app itself stands here. */
import { registerServiceWorker } from './service-worker/register.ts';

registerServiceWorker({ onUpdate() {}, onOfflineReady() {} });
const heading = document.createElement('h1');
heading.textContent = `Beacon Fieldkit ${__FIELDKIT_VERSION__}`;
document.body.append(heading);

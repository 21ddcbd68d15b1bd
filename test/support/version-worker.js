/**
 * A worker for tests of updates. Each address is another version; the version "broken" cannot be installed; a message
 * makes one busy, another ends that.
 */
let rest;
addEventListener('install', (event) => {
  if (location.search.includes('broken')) event.waitUntil(Promise.reject(new Error('A file is missing')));
});
addEventListener('message', (event) => {
  if (event.data === 'work') event.waitUntil(new Promise((resolve) => (rest = resolve)));
  else if (event.data === 'rest') rest?.();
  else if (event.data.type === 'apply-update') event.waitUntil(skipWaiting());
});

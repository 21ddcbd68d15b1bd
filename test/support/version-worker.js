/** A worker of which each address is another version; one of a version that is "broken" cannot be installed, one that is told to is busy until it is told to rest. */
let rest;
addEventListener('install', (event) => {
  if (location.search.includes('broken')) event.waitUntil(Promise.reject(new Error('A file is missing')));
});
addEventListener('message', (event) => {
  if (event.data === 'work') event.waitUntil(new Promise((resolve) => (rest = resolve)));
  else if (event.data === 'rest') rest?.();
  else if (event.data.type === 'apply-update') event.waitUntil(skipWaiting());
});

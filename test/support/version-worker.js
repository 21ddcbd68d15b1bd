/** A worker of which each address is another version; one of a version that is "broken" cannot be installed. */
addEventListener('install', (event) => {
  if (location.search.includes('broken')) event.waitUntil(Promise.reject(new Error('A file is missing')));
});

/** Calls `listener` each time the page comes into sight. Returns a function that ends it. */
export function whenVisible(listener: () => void): () => void {
  const onChange = (): void => {
    if (document.visibilityState === 'visible') listener();
  };
  document.addEventListener('visibilitychange', onChange);
  // A page that is taken from the back/forward cache.
  window.addEventListener('pageshow', onChange);
  return () => {
    document.removeEventListener('visibilitychange', onChange);
    window.removeEventListener('pageshow', onChange);
  };
}

/** Tells when the colours of the app change, for what is painted on a canvas. */

/** Calls `paint` at each change until the returned function is called. */
export function watchTheme(paint: () => void): () => void {
  const themes = new MutationObserver(paint);
  themes.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  dark.addEventListener('change', paint);
  return () => {
    themes.disconnect();
    dark.removeEventListener('change', paint);
  };
}

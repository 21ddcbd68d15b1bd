/** What lies over the page, such as a dialog. Back closes the topmost before it leaves the page. */
const layers: (() => void)[] = [];

/** `close` is called at most once. Returns a function that takes the layer away, for when it has closed by itself. */
export function addLayer(close: () => void): () => void {
  layers.push(close);
  return () => {
    const at = layers.lastIndexOf(close);
    if (at !== -1) layers.splice(at, 1);
  };
}

/** Returns false when nothing lies over the page. */
export function closeTopLayer(): boolean {
  const close = layers.pop();
  close?.();
  return close !== undefined;
}

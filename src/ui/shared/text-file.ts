/** Saves a text as a file the person keeps: the browser's own download, no server. */
export function saveTextFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The download has begun; the address is let go once it no longer matters.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** "beacon-fieldkit-receipts-2026-11-21-0915.json", in local time. */
export function receiptFileName(nowMs: number): string {
  const at = new Date(nowMs);
  const two = (n: number): string => String(n).padStart(2, '0');
  return `beacon-fieldkit-receipts-${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}-${two(at.getHours())}${two(at.getMinutes())}.json`;
}

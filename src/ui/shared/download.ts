/** Saves a file with the browser's own download, without a server. */

export function download(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The download has started. The address is released once it is no longer needed.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Returns a name such as "beacon-fieldkit-receipts-2026-11-21-0915.json", in local time. */
export function fileName(
  what: 'receipts' | 'telemetry' | 'devices' | 'report' | 'job' | 'template' | 'diagnostics',
  nowMs: number,
  ending: string,
): string {
  const at = new Date(nowMs);
  const two = (n: number): string => String(n).padStart(2, '0');
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `beacon-fieldkit-${what}-${day}-${two(at.getHours())}${two(at.getMinutes())}.${ending}`;
}

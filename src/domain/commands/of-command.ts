/** Which packages and runs are commands, and which were requested by a person. */

/** True for a package or run of a command rather than a configuration. */
export function isOfCommand(row: { readonly command?: string | null; readonly kind?: string }): boolean {
  return row.kind === 'command' || (row.command ?? null) !== null;
}

/** True for a packet that only makes the beacon blink on site. Nothing waits for it. */
export function isSpare(row: { readonly spare?: number }): boolean {
  return row.spare !== undefined;
}

/** The runs without those of spare packets. */
export function withoutSpares<R extends { readonly packageId: string }>(
  runs: readonly R[],
  packages: readonly { readonly id: string; readonly spare?: number }[],
): readonly R[] {
  const spares = new Set(packages.filter(isSpare).map(({ id }) => id));
  return runs.filter(({ packageId }) => !spares.has(packageId));
}

/** Which packages and runs bring a command, and which of them a person has asked for. */

/** Of a package or a run: it brings a command, not a configuration. */
export function isOfCommand(row: { readonly command?: string | null; readonly kind?: string }): boolean {
  return row.kind === 'command' || (row.command ?? null) !== null;
}

/** A packet that is only there to make the beacon blink on site. Nobody waits for it, and nothing is held back for it. */
export function isSpare(row: { readonly spare?: number }): boolean {
  return row.spare !== undefined;
}

/** The runs that bring none of the spare packets among these packages. */
export function withoutSpares<R extends { readonly packageId: string }>(
  runs: readonly R[],
  packages: readonly { readonly id: string; readonly spare?: number }[],
): readonly R[] {
  const spares = new Set(packages.filter(isSpare).map(({ id }) => id));
  return runs.filter(({ packageId }) => !spares.has(packageId));
}

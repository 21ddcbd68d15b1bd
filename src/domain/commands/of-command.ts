/** Which packages and runs bring a command. */

/** Of a package or a run: it brings a command, not a configuration. */
export function isOfCommand(row: { readonly command?: string | null; readonly kind?: string }): boolean {
  return row.kind === 'command' || (row.command ?? null) !== null;
}

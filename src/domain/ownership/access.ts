/** Who can see a device, as the backend lists them (field-facts.md 6). */

export interface AccessHolder {
  readonly email: string;
  /** First and last name; '' where the backend has none. */
  readonly name: string;
  /** The backend's word, such as EDITOR. */
  readonly role: string;
  /** When the access ends, Unix ms; null where it does not, or where that cannot be read. */
  readonly expiresAtMs: number | null;
}

/** Mail addresses are compared without their case, which backends do not keep. */
export function holderOf(holders: readonly AccessHolder[], email: string): AccessHolder | null {
  const wanted = email.trim().toLowerCase();
  return holders.find((holder) => holder.email.trim().toLowerCase() === wanted) ?? null;
}

/** An owner loses a device only by moving it, and without an address nobody can be named. */
export function canBeTakenBack({ email, role }: AccessHolder): boolean {
  return email !== '' && role !== 'OWNER';
}

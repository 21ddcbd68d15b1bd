/** The address of a sign-in page of this network, or of a proxy before the backend or the app. */
import { SIGN_IN_PARAMETER } from '../../names.ts';

/** Returns the address to open in a new tab. `backend` is a base address of the account; null means the app's own address. */
export function signInAddress(backend: string | null): string {
  const address = new URL(backend ?? import.meta.env.BASE_URL, location.href);
  // The worker answers for this origin, unless the address has this parameter.
  if (address.origin === location.origin) address.searchParams.set(SIGN_IN_PARAMETER, '');
  return address.href;
}

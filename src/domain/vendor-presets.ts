/**
 * Addresses of known backends (field-facts.md 7). They fill in the form of a new account, where a person may change
 * them.
 */
import type { Account } from './account.ts';

export interface VendorPreset extends Pick<Account, 'baseUrl' | 'legacyBaseUrl' | 'vendor'> {
  readonly id: 'kontaktUs' | 'kontaktUk';
}

export const VENDOR_PRESETS: readonly VendorPreset[] = [
  {
    id: 'kontaktUs',
    baseUrl: 'https://apps.cloud.us.kontakt.io',
    legacyBaseUrl: 'https://dm-api.cloud.us.kontakt.io',
    vendor: 'kontakt',
  },
  {
    id: 'kontaktUk',
    baseUrl: 'https://apps.cloud.uk.kontakt.io',
    legacyBaseUrl: 'https://dm-api.cloud.uk.kontakt.io',
    vendor: 'kontakt',
  },
];

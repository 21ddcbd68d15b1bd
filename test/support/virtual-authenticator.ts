/** The browser's virtual screen lock: real passkeys in memory, and a person who is recognised or not. */
import type { CDPSession, Page } from 'playwright-core';
import type { OpenBrowser } from './browser.ts';

export interface VirtualAuthenticator {
  /** Makes every attempt fail from now on. After some attempts it is blocked permanently; use `replace` then. */
  refuse(): Promise<void>;
  /** Replaces it by one without passkeys that recognises the person. */
  replace(): Promise<void>;
  countPasskeys(): Promise<number>;
}

interface AuthenticatorOptions {
  /** Whether passkeys can return bytes for encryption. Default true. */
  readonly hasPrf?: boolean;
}

/** It belongs to the tab, across reloads too, and ends with it. */
export async function addAuthenticator(
  browser: OpenBrowser,
  page: Page,
  { hasPrf = true }: AuthenticatorOptions = {},
): Promise<VirtualAuthenticator> {
  const session: CDPSession = await browser.pageSession(page);
  await session.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    ctap2Version: 'ctap2_1',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    hasPrf,
  } as const;
  let { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', { options });
  return {
    async refuse() {
      await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    },
    async replace() {
      await session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
      ({ authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', { options }));
    },
    async countPasskeys() {
      return (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length;
    },
  };
}

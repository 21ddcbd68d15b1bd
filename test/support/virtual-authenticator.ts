/** The browser's own stand-in for the screen lock of a device: real passkeys in memory, and a person who is recognized or not. */
import type { CDPSession, Page } from 'playwright-core';
import type { OpenBrowser } from './browser.ts';

export interface VirtualAuthenticator {
  /** From here on nobody is recognized. After some tries it is blocked for good: `replace` it then. */
  refuse(): Promise<void>;
  /** Another one, without passkeys, that recognizes the person. */
  replace(): Promise<void>;
  countPasskeys(): Promise<number>;
}

interface AuthenticatorOptions {
  /** Whether passkeys can give out bytes to encrypt with. Default true. */
  readonly hasPrf?: boolean;
}

/** It belongs to the tab, over reloads too, and goes with it. */
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

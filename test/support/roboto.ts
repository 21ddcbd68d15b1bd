/** Roboto, the font of most phones, in the pictures, whatever the machine that takes them has. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const { resolve } = createRequire(import.meta.url);

export async function useRoboto(page: Page): Promise<void> {
  const fonts = ['400', '500', '700'].map((weight) => {
    const file = resolve(`@fontsource/roboto/files/roboto-latin-${weight}-normal.woff2`);
    return [weight, readFileSync(file, 'base64')] as const;
  });
  await page.evaluate(async (found) => {
    for (const [weight, bytes] of found) {
      const font = new FontFace(
        'Roboto',
        Uint8Array.from(atob(bytes), (one) => one.codePointAt(0)!),
        { weight },
      );
      document.fonts.add(await font.load());
    }
    // The usual stack begins with the font of the system.
    document.documentElement.style.setProperty('--font-text', 'Roboto, sans-serif');
  }, fonts);
}

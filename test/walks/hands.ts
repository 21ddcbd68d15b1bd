/** Operates the app like a person and counts every press, key, paste and scroll of a walk. */
import type { CDPSession, Locator, Page } from 'playwright-core';
import { wordsInView } from '../support/words-in-view.ts';

export interface Effort {
  /** Mouse clicks or taps. A choice in a native list counts 2, as does a file in the system's dialog. */
  clicks: number;
  /** Characters typed. */
  keys: number;
  pastes: number;
  /** Turns of the wheel or strokes of the finger until an element was in view. */
  scrolls: number;
  /** The largest number of words in view when something was pressed. */
  words: number;
}

export interface Hands {
  readonly page: Page;
  readonly effort: Effort;
  /** Presses an element; scrolls to it first if necessary, which counts. */
  press(target: Locator, options?: { readonly withShift?: boolean }): Promise<void>;
  /** Presses the field unless it has the focus, and types. */
  type(field: Locator, words: string): Promise<void>;
  /** Like `type`, with the clipboard. */
  paste(field: Locator, words: string): Promise<void>;
  /** Turns the wheel over `area` until the target is drawn; each turn counts. */
  scroll(area: Locator, target: Locator): Promise<void>;
  /** Opens a native list and chooses a line. */
  choose(field: Locator, option: { readonly label: string } | { readonly value: string }): Promise<void>;
  /** Presses a button that opens the system's dialog, and chooses a file there. */
  giveFile(
    button: Locator,
    file: { readonly name: string; readonly mimeType: string; readonly text: string },
  ): Promise<void>;
}

/** Distance of one turn of the wheel. */
const WHEEL_PX = 500;

/** `finger`: taps through this session of the page; null clicks with a mouse. */
export function handsAt(page: Page, finger: CDPSession | null): Hands {
  const effort: Effort = { clicks: 0, keys: 0, pastes: 0, scrolls: 0, words: 0 };

  /** Waits until the element stops moving, and scrolls to it when it is not entirely in the window. */
  async function reach(target: Locator): Promise<void> {
    await target.waitFor();
    const [isInSight, words] = await Promise.all([
      target.evaluate((element) => {
        // A difference from the browser's rounding does not count as scrolling.
        const slack = 1;
        const { top, bottom, left, right } = element.getBoundingClientRect();
        return top >= -slack && left >= -slack && bottom <= innerHeight + slack && right <= innerWidth + slack;
      }),
      page.locator('html').evaluate(wordsInView),
    ]);
    effort.words = Math.max(effort.words, words.length);
    if (isInSight) return;
    effort.scrolls += 1;
    await target.scrollIntoViewIfNeeded();
  }

  async function press(target: Locator, { withShift = false } = {}): Promise<void> {
    await reach(target);
    // Checks where it is drawn, and that nothing covers it.
    await target.click({ trial: finger !== null, ...(withShift ? { modifiers: ['Shift'] } : {}) });
    if (finger !== null) await tap(finger, target);
    effort.clicks += 1;
  }

  async function enter(field: Locator): Promise<void> {
    await field.waitFor();
    const hasFocus = await field.evaluate((element) => {
      const root = element.getRootNode() as Document | ShadowRoot;
      return root.activeElement === element;
    });
    if (!hasFocus) await press(field);
  }

  return {
    page,
    effort,
    press,
    async type(field, words) {
      await enter(field);
      await page.keyboard.type(words);
      effort.keys += words.length;
    },
    async paste(field, words) {
      await enter(field);
      // As a paste does: all text in one input event.
      await page.keyboard.insertText(words);
      effort.pastes += 1;
    },
    async scroll(area, target) {
      await area.hover();
      while (!(await target.isVisible())) {
        await page.mouse.wheel(0, WHEEL_PX);
        effort.scrolls += 1;
        // The list draws its new rows.
        await page.evaluate(
          () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
        );
      }
    },
    async choose(field, option) {
      await reach(field);
      await field.selectOption(option);
      effort.clicks += 2;
    },
    async giveFile(button, { name, mimeType, text }) {
      const dialog = page.waitForEvent('filechooser');
      await press(button);
      await (await dialog).setFiles({ name, mimeType, buffer: Buffer.from(text) });
      effort.clicks += 2;
    },
  };
}

async function tap(finger: CDPSession, target: Locator): Promise<void> {
  // A page that has just been drawn may replace the element once more.
  let box = await target.boundingBox();
  while (box === null) {
    await target.waitFor();
    box = await target.boundingBox();
  }
  const { x, y, width, height } = box;
  const touchPoints = [{ x: x + width / 2, y: y + height / 2 }];
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

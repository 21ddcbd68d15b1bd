/** The globals that the browser test runner adds to every `*.browser.test.ts` page, as far as our tests use them. */

interface BrowserTest {
  timeout(ms: number): BrowserTest;
}

declare function describe(name: string, body: () => void): void;
declare function it(name: string, body: () => void | Promise<void>): BrowserTest;
declare function before(body: () => void | Promise<void>): void;
declare function after(body: () => void | Promise<void>): void;
declare function beforeEach(body: () => void | Promise<void>): void;
interface HookContext {
  /** The test that has just ended, with the error that it failed with. */
  readonly currentTest?: { readonly err?: Error };
}
declare function afterEach(body: (this: HookContext) => void | Promise<void>): void;

/**
 * Several browsers for @web/test-runner that share one list of test files. Each has its own profile, so databases,
 * files and locks of the same origin are separate.
 */

/**
 * Clears the history of a page, which runs one file after another: Chromium drops entries in the middle of a full
 * history, and Back would leave the file.
 */
async function forgetHistory(page) {
  if (page.isClosed()) return;
  const session = await page.createCDPSession();
  await session.send('Page.resetNavigationHistory');
  await session.detach();
}

/** A launcher that passes each page to a free one of `launchers`, one page at a time in each. */
export function pooled(launchers) {
  const [first] = launchers;
  /** By session, which is one run of one test file. */
  const holders = new Map();
  const holderOf = (sessionId) => {
    const holder = holders.get(sessionId);
    if (holder === undefined) throw new Error(`no browser runs the session ${sessionId}`);
    return holder;
  };
  return {
    name: first.name,
    type: first.type,
    concurrency: launchers.length,
    initialize: async (...given) =>
      void (await Promise.all(launchers.map((launcher) => launcher.initialize(...given)))),
    stop: async () => void (await Promise.all(launchers.map((launcher) => launcher.stop()))),
    async startSession(sessionId, url) {
      const busy = new Set(holders.values());
      const free = launchers.find((launcher) => !busy.has(launcher));
      if (free === undefined) throw new Error('all browsers are in use');
      holders.set(sessionId, free);
      await free.startSession(sessionId, url);
    },
    async stopSession(sessionId) {
      const holder = holderOf(sessionId);
      const page = holder.getPage(sessionId);
      try {
        const result = await holder.stopSession(sessionId);
        await forgetHistory(page);
        return result;
      } finally {
        // After any failure of one file, the next one gets a browser.
        holders.delete(sessionId);
      }
    },
    isActive: (sessionId) => holders.get(sessionId)?.isActive(sessionId) === true,
    getBrowserUrl: (sessionId) => holderOf(sessionId).getBrowserUrl(sessionId),
    // For the commands that press keys, move the pointer and resize the window.
    getPage: (sessionId) => holderOf(sessionId).getPage(sessionId),
    startDebugSession: (...given) => first.startDebugSession(...given),
  };
}

/**
 * The command `clear-databases`, by which a test in the browser loses every database of its origin while they are open,
 * as when a person clears the site's data.
 */
export function clearDatabasesPlugin() {
  return {
    name: 'clear-databases',
    async executeCommand({ command, session }) {
      if (command !== 'clear-databases') return undefined;
      const page = session.browser.getPage(session.id);
      const devtools = await page.createCDPSession();
      const { origin } = new URL(page.url());
      await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' });
      await devtools.detach();
      return true;
    },
  };
}

/**
 * Makes the test's environment match the tests' browsers, which have a mouse and a wide screen: texts from
 * `src/ui/strings` then name a laptop, as on screen.
 */
globalThis.matchMedia = (query: string) =>
  ({ matches: /pointer: fine|min-width/.test(query), media: query }) as MediaQueryList;

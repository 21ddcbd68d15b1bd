/** What the tests' browsers are: a mouse and a wide screen. Words that are quoted from `src/ui/strings` then name a laptop, as those on screen do. */
globalThis.matchMedia = (query: string) =>
  ({ matches: /pointer: fine|min-width/.test(query), media: query }) as MediaQueryList;

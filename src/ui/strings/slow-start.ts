/** Words of the notice that the app is taking long to start. */
export const slowStartStrings = { text: 'The app is taking long to start.', open: 'Open the rescue page' } as const;

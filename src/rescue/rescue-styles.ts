/** The look of the rescue page: its own, since no other file may be needed. */

export const rescueStyles = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0; color: light-dark(#141a24, #f1ede2); background: light-dark(#f7f4ec, #141a24); }
main { box-sizing: border-box; max-width: 40rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
h1 { font-size: 1.5rem; }
h2 { margin-top: 2rem; font-size: 1.2rem; }
h3 { margin: 0 0 0.5rem; font-size: 1rem; }
section { margin-bottom: 1rem; padding: 1rem; border: 1px solid light-dark(#8a8577, #7d8696); border-radius: 12px; }
section p { margin: 0 0 0.75rem; }
button { min-height: 56px; width: 100%; padding: 0 1rem; border: 1px solid currentcolor; border-radius: 12px; font: inherit; font-weight: 600; color: inherit; background: light-dark(#fff, #202938); cursor: pointer; }
button:focus-visible, a:focus-visible, summary:focus-visible { outline: 3px solid light-dark(#0b57d0, #a8c7fa); outline-offset: 2px; }
[role="status"]:not(:empty) { padding: 0.75rem 1rem; border-inline-start: 4px solid currentcolor; font-weight: 600; }
summary { min-height: 48px; align-content: center; cursor: pointer; }
pre { overflow-wrap: anywhere; white-space: pre-wrap; }
`;

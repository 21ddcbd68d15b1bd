/// <reference types="vite/client" />

/** Package version and, if known, the commit: "0.1.0+fcb06c6". Set by vite.config.ts. */
declare const __FIELDKIT_VERSION__: string;

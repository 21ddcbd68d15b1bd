/// <reference types="vite/client" />

/** Package version and, where known, the commit: "0.1.0+fcb06c6". Put in by vite.config.ts. */
declare const __FIELDKIT_VERSION__: string;

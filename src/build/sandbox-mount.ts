/** Mounts the sandbox backend at `/sandbox` in the dev and preview servers, and puts its code into separate chunks. */
import path from 'node:path';
import type { Connect, Plugin } from 'vite';
import { runnerImport } from 'vite';

interface SandboxServerModule {
  createSandboxBackend(options: { now: () => number }): unknown;
  sandboxMiddleware(backend: unknown): Connect.NextHandleFunction;
}

interface BuiltChunk {
  readonly name: string;
  readonly moduleIds: readonly string[];
}

const SANDBOX_CODE = /[\\/]src[\\/]sandbox[\\/]|[\\/]node_modules[\\/]@noble[\\/]/;

/** The module of a noun's words: in a language, or that which waits for those of the chosen one. */
const STRINGS = /[\\/]src[\\/]ui[\\/]strings[\\/](?:(\w+)[\\/])?[\w-]+\.ts$/;

/**
 * Names every chunk with sandbox code `assets/sandbox-…`, so that the precache and tests can recognize it, and the words
 * of a noun `assets/words-en-…` or `assets/words-…`, apart from the page of the same name.
 */
export function chunkFileName(chunk: BuiltChunk): string {
  const [only = '', another] = chunk.moduleIds;
  const strings = another === undefined ? STRINGS.exec(only) : null;
  if (strings !== null) return `assets/words-${strings[1] === undefined ? '' : `${strings[1]}-`}[name]-[hash].js`;
  const isSandbox = chunk.moduleIds.some((id) => SANDBOX_CODE.test(id));
  return isSandbox && !chunk.name.startsWith('sandbox') ? 'assets/sandbox-[name]-[hash].js' : 'assets/[name]-[hash].js';
}

export function sandboxMount(): Plugin {
  let root = process.cwd();
  let middleware: Promise<Connect.NextHandleFunction> | null = null;

  async function load(): Promise<Connect.NextHandleFunction> {
    const { module } = await runnerImport<SandboxServerModule>(path.resolve(root, 'src/sandbox/server.ts'));
    return module.sandboxMiddleware(module.createSandboxBackend({ now: Date.now }));
  }

  // Loaded at the first request, so that a build never runs it.
  const handle: Connect.NextHandleFunction = (request, response, next) => {
    if (!(request.url ?? '').startsWith('/sandbox/')) {
      next();
      return;
    }
    middleware ??= load();
    middleware.then((mounted) => mounted(request, response, next), next);
  };

  return {
    name: 'fieldkit-sandbox-mount',
    configResolved(config) {
      root = config.root;
    },
    configureServer(server) {
      server.middlewares.use(handle);
    },
    configurePreviewServer(server) {
      server.middlewares.use(handle);
    },
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || chunk.fileName.startsWith('assets/sandbox-')) continue;
        const leaked = chunk.imports.find((name) => name.startsWith('assets/sandbox-'));
        if (leaked !== undefined || chunk.moduleIds.some((id) => SANDBOX_CODE.test(id))) {
          this.error(`${chunk.fileName} would load sandbox code (${leaked ?? 'inside it'}): import it dynamically`);
        }
      }
    },
  };
}

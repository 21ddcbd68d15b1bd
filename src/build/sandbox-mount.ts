/** Mounts the sandbox backend at `/sandbox` in the dev and preview servers. */
import path from 'node:path';
import type { Connect, Plugin } from 'vite';
import { runnerImport } from 'vite';
import { SANDBOX_CODE } from './chunks.ts';

interface SandboxServerModule {
  createSandboxBackend(options: { now: () => number }): unknown;
  sandboxMiddleware(backend: unknown): Connect.NextHandleFunction;
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

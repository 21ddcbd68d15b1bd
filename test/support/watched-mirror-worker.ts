/** The mirror's worker with a record of calls: each answer lists the calls on files that came before it. */
declare const self: DedicatedWorkerGlobalScope;

let calls: string[] = [];
const prototype = FileSystemSyncAccessHandle.prototype as unknown as Record<string, (...given: unknown[]) => unknown>;
for (const name of ['write', 'truncate', 'flush', 'close']) {
  const real = prototype[name]!;
  prototype[name] = function (...parameters) {
    calls.push(name);
    return real.apply(this, parameters);
  };
}
const post = self.postMessage.bind(self) as (message: unknown) => void;
self.postMessage = (message: unknown) => {
  post({ ...(message as object), calls });
  calls = [];
};

await import('../../src/storage/second-copy/mirror-worker.ts');
post('ready');

// Makes this file a module with its own scope.
// oxlint-disable-next-line unicorn/require-module-specifiers
export {};

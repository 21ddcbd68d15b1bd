/** Ends programs and removes folders of a test process when it ends. */
import { type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const running = new Set<ChildProcess>();
const folders = new Set<string>();
process.once('exit', leaveNothing);
// The test runner ends a worker by this signal, which does not emit "exit".
process.once('SIGTERM', () => {
  leaveNothing();
  process.kill(process.pid, 'SIGKILL');
});

function leaveNothing(): void {
  for (const child of running) killGroup(child);
  for (const folder of folders) removeFolder(folder);
}

/** Ends a program, which was started in its own process group, with this process. */
export function endWithProcess(child: ChildProcess): void {
  running.add(child);
  child.once('exit', () => running.delete(child));
}

/** Returns a new folder that is removed when the process ends. */
export function temporaryFolder(what: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), `fieldkit-${what}-`));
  folders.add(folder);
  return folder;
}

/** Removes a folder with its content. */
export function removeFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    // A browser that is ending may still write there; the system removes the rest later.
  }
}

/** Sends SIGKILL to a program and to all processes that it has started. */
export function killGroup(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
}

/** What a test process has started or made, and what goes with it when it ends. */
import { type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const running = new Set<ChildProcess>();
const folders = new Set<string>();
process.once('exit', leaveNothing);
// A worker of the test runner is ended by this signal, which calls no "exit".
process.once('SIGTERM', () => {
  leaveNothing();
  process.kill(process.pid, 'SIGKILL');
});

function leaveNothing(): void {
  for (const child of running) killGroup(child);
  for (const folder of folders) removeFolder(folder);
}

/** A program that was started in a process group of its own and is to end with this process. */
export function endWithProcess(child: ChildProcess): void {
  running.add(child);
  child.once('exit', () => running.delete(child));
}

/** A folder that goes when the process ends. */
export function temporaryFolder(what: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), `fieldkit-${what}-`));
  folders.add(folder);
  return folder;
}

/** Removes a folder with all that is in it. */
export function removeFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    // A browser that is just dying may still write there; what is left is the system's to sweep.
  }
}

/** SIGKILL to a program and all that it has started. */
export function killGroup(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
}

/** An X display without a screen, for what a browser shows only in a window: Xvfb, got from apt where there is none. */
import { spawn, spawnSync } from 'node:child_process';

export interface Display {
  /** As DISPLAY has it. */
  readonly name: string;
  close(): Promise<void>;
}

/** null where Xvfb cannot be had. */
export async function openDisplay(): Promise<Display | null> {
  if (!(isThere() || (install() && isThere()))) return null;
  const server = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const gone = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const number = await new Promise<string>((resolve, reject) => {
    server.once('error', reject);
    server.once('exit', () => reject(new Error('Xvfb has ended')));
    server.stdout.setEncoding('utf8');
    // It says the number of its display when it is ready.
    server.stdout.on('data', (text: string) => resolve(text.trim()));
  });
  return {
    name: `:${number}`,
    async close() {
      server.kill();
      await gone;
    },
  };
}

function isThere(): boolean {
  return spawnSync('sh', ['-c', 'command -v Xvfb'], { stdio: 'ignore' }).status === 0;
}

function install(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  process.stderr.write('No Xvfb found: installing it with apt-get.\n');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args: readonly string[]): boolean =>
    spawnSync('apt-get', args, { stdio: ['ignore', 2, 2], env }).status === 0;
  return apt('update') && apt('install', '-y', '--no-install-recommends', 'xvfb');
}

/** A virtual X display, for what a browser shows only in a window. Needs Xvfb. */
import { spawn } from 'node:child_process';

export interface Display {
  /** The value for DISPLAY. */
  readonly name: string;
  close(): Promise<void>;
}

export async function openDisplay(): Promise<Display> {
  const server = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const gone = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const number = await new Promise<string>((resolve, reject) => {
    server.once('error', reject);
    server.once('exit', () => reject(new Error('Xvfb has ended')));
    server.stdout.setEncoding('utf8');
    // It prints the number of its display when it is ready.
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

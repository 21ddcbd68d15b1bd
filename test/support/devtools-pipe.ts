/**
 * DevTools over two pipes of the browser's process. A socket would frame, mask and compress each message on both sides.
 */
import type { ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import type { ConnectOverCDPTransport } from 'playwright-core';

/** For `spawn`: the browser reads commands from descriptor 3 and writes answers to 4 (`--remote-debugging-pipe`). */
export const PIPES = ['pipe', 'pipe'] as const;

/** Each message is JSON followed by a zero byte. Ends when the browser does. */
export function devToolsPipe({ stdio }: ChildProcess): ConnectOverCDPTransport {
  const [commands, answers] = [stdio[3] as Writable, stdio[4] as Readable];
  const transport: ConnectOverCDPTransport = {
    send: (message) => void commands.write(`${JSON.stringify(message)}\0`),
    close: () => commands.end(),
  };
  let begun: Buffer[] = [];
  answers.on('data', (bytes: Buffer) => {
    let from = 0;
    for (let end = bytes.indexOf(0); end !== -1; end = bytes.indexOf(0, from)) {
      const text = Buffer.concat([...begun, bytes.subarray(from, end)]).toString();
      begun = [];
      from = end + 1;
      // Deliver each in its own turn, as a socket would: code that awaits one answer continues before the next arrives.
      setImmediate(() => transport.onmessage?.(JSON.parse(text) as object));
    }
    if (from < bytes.length) begun.push(bytes.subarray(from));
  });
  answers.once('close', () => transport.onclose?.());
  // Killing a browser breaks the pipes; "close" reports its end.
  for (const pipe of [commands, answers]) pipe.on('error', () => undefined);
  return transport;
}

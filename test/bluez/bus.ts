/** A private D-Bus for one test process: its own `dbus-daemon`, and a connection that serves one name. */
import dbus from '@homebridge/dbus-native';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { endWithProcess } from '../support/process-end.ts';
import { temporaryFolder } from '../support/process-end.ts';
import { findProgram } from '../support/programs.mjs';

/** A D-Bus variant in the package's format: the signature of the value, then the value. */
export type Variant = readonly [signature: string, value: unknown];

export interface Call {
  readonly path: string;
  readonly interface: string;
  readonly member: string;
  readonly body: readonly unknown[];
}

export type Reply =
  | { readonly signature: string; readonly body: readonly unknown[] }
  /** `error`: the full name, such as "org.bluez.Error.Failed". */
  | { readonly error: string; readonly message: string };

export interface Bus {
  /** The value for `DBUS_SYSTEM_BUS_ADDRESS`. */
  readonly address: string;
  /** Starts to serve these calls. Nothing can call earlier, because the address of the bus is still unknown. */
  serve(serve: Serve): void;
  emit(objectPath: string, interfaceName: string, member: string, signature: string, body: readonly unknown[]): void;
}

/** Called for each method call. A call without a reply stays pending for its caller. */
export type Serve = (call: Call, reply: (what: Reply) => void) => void;

/** The part of the package that is used. Its own types describe only the high-level interface. */
interface Message {
  readonly type: number;
  readonly serial: number;
  readonly flags?: number;
  readonly path?: string;
  readonly interface?: string;
  readonly member?: string;
  readonly errorName?: string;
  readonly replySerial?: number;
  readonly destination?: string;
  readonly sender?: string;
  readonly signature?: string;
  readonly body?: readonly unknown[];
}
interface Connection {
  on(event: 'message', listener: (message: Message) => void): void;
  on(event: 'error', listener: (error: Error) => void): void;
  message(message: Message): void;
}
const { createConnection, messageType } = dbus as unknown as {
  createConnection(options: { busAddress: string }): Connection;
  readonly messageType: Record<'methodCall' | 'methodReturn' | 'error' | 'signal', number>;
};

const NO_REPLY_EXPECTED = 1;
const DBUS = 'org.freedesktop.DBus';

/** True if this machine can run a bus for a browser. Chromium uses BlueZ only on Linux. */
export function isBusPossible(): boolean {
  return process.platform === 'linux' && findProgram('dbusDaemon') !== null;
}

/** Starts a bus on which this process owns the name. */
export async function startBus(name: string): Promise<Bus> {
  const address = await startDaemon();
  const connection = createConnection({ busAddress: address });
  let serve: Serve | null = null;
  let serial = 0;
  const send = (message: Omit<Message, 'serial'>): number => {
    serial += 1;
    connection.message({ ...message, serial });
    return serial;
  };
  const pending = new Map<number, () => void>();
  connection.on('error', (error) => process.stderr.write(`the bus of the tests: ${String(error)}\n`));
  connection.on('message', (message) => {
    if (message.type === messageType.methodCall) serve?.(callOf(message), replyTo(message, send));
    else if (message.replySerial !== undefined) pending.get(message.replySerial)?.();
  });
  const ask = (member: string, ...parameters: readonly Variant[]): Promise<void> => {
    const call = { type: messageType.methodCall, path: '/org/freedesktop/DBus', interface: DBUS, destination: DBUS };
    const signature = parameters.map(([of]) => of).join('');
    const body = parameters.map(([, value]) => value);
    return new Promise((resolve) => {
      pending.set(send({ ...call, member, ...(signature === '' ? {} : { signature, body }) }), resolve);
    });
  };
  await ask('Hello');
  await ask('RequestName', ['s', name], ['u', 0]);
  return {
    address,
    serve: (handler) => void (serve = handler),
    emit(objectPath, interfaceName, member, signature, body) {
      send({ type: messageType.signal, path: objectPath, interface: interfaceName, member, signature, body });
    },
  };
}

function callOf(message: Message): Call {
  return {
    path: message.path ?? '/',
    interface: message.interface ?? '',
    member: message.member ?? '',
    body: message.body ?? [],
  };
}

function replyTo(call: Message, send: (message: Omit<Message, 'serial'>) => void): (what: Reply) => void {
  let isReplied = false;
  return (what) => {
    if (isReplied || ((call.flags ?? 0) & NO_REPLY_EXPECTED) !== 0) return;
    isReplied = true;
    const to = { replySerial: call.serial, ...(call.sender === undefined ? {} : { destination: call.sender }) };
    if ('error' in what)
      send({ ...to, type: messageType.error, errorName: what.error, signature: 's', body: [what.message] });
    else if (what.signature === '') send({ ...to, type: messageType.methodReturn });
    else send({ ...to, type: messageType.methodReturn, signature: what.signature, body: what.body });
  };
}

/** Resolves with the address of the bus. The daemon ends with this process. */
async function startDaemon(): Promise<string> {
  const program = findProgram('dbusDaemon');
  if (program === null) throw new Error('dbus-daemon is not installed');
  const folder = temporaryFolder('bus');
  const config = path.join(folder, 'bus.conf');
  writeFileSync(config, configOf(path.join(folder, 'socket')));
  const daemon = spawn(program, ['--nofork', '--nopidfile', '--print-address', `--config-file=${config}`], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  endWithProcess(daemon);
  let complaint = '';
  daemon.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
  const ended = once(daemon, 'exit').then(() => Promise.reject(new Error(`dbus-daemon ended: ${complaint}`)));
  const [address] = (await Promise.race([once(daemon.stdout.setEncoding('utf8'), 'data'), ended])) as [string];
  ended.catch(() => undefined);
  daemon.unref();
  return address.trim();
}

const configOf = (socket: string): string => `<!DOCTYPE busconfig PUBLIC
 "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>custom</type>
  <listen>unix:path=${socket}</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow own="*"/>
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
  </policy>
</busconfig>
`;

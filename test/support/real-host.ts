/**
 * Real nginx and real Caddy serving a build, with the configuration that the build wrote; only port, folder and
 * certificate are changed.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Site } from '../../src/build/policy.ts';
import { temporaryFolder } from './process-end.ts';

export type HostName = 'nginx' | 'caddy';

export interface RealHost {
  readonly origin: string;
  close(): Promise<void>;
}

/** `proxyTo`: the target of /backend/, for which the commented lines of the configuration are enabled. */
export async function startRealHost(
  name: HostName,
  dist: string,
  { proxyTo }: { proxyTo?: string } = {},
): Promise<RealHost> {
  const site = JSON.parse(readFileSync(path.join(dist, 'deploy/site.json'), 'utf8')) as Site;
  const work = temporaryFolder(name);
  const root = path.join(work, 'www');
  mkdirSync(path.join(root, site.base), { recursive: true });
  cpSync(dist, path.join(root, site.base), { recursive: true });
  const port = await freePort();
  const child =
    name === 'nginx' ? startNginx(dist, work, root, port, proxyTo) : startCaddy(dist, work, root, port, proxyTo);
  const origin = `http://localhost:${port}`;
  await answers(`${origin}${site.base}`, child);
  return {
    origin,
    async close() {
      const gone = new Promise((resolve) => {
        child.once('exit', resolve);
      });
      child.kill('SIGTERM');
      await gone;
    },
  };
}

function startNginx(dist: string, work: string, root: string, port: number, proxyTo?: string): ChildProcess {
  let block = readFileSync(path.join(dist, 'deploy/nginx.conf'), 'utf8')
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replace(/ {2}ssl_certificate.*\n/g, '')
    .replace('root /var/www/fieldkit;', `root ${root};`);
  if (proxyTo !== undefined) {
    block = block
      .replace(/^ {2}# (location \/backend\/ \{|\}| {2}proxy_\w+ .*;)$/gm, '  $1')
      .replace('https://api.example.com/', `${proxyTo}/`)
      .replace('proxy_ssl_server_name on;', '');
  }
  const config = `daemon off; pid ${work}/nginx.pid; error_log stderr; worker_processes 1;\nevents {}\nhttp {\naccess_log off;\n${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((one) => `${one}_temp_path ${work}/${one};`).join('\n')}\n${block}\n}\n`;
  const file = path.join(work, 'nginx.conf');
  writeFileSync(file, config);
  // Its workers do not run as root, so the folder must be readable for them.
  return spawn('nginx', ['-p', work, '-c', file, '-g', process.getuid?.() === 0 ? 'user root;' : ''], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

function startCaddy(dist: string, work: string, root: string, port: number, proxyTo?: string): ChildProcess {
  let text = readFileSync(path.join(dist, 'deploy/Caddyfile'), 'utf8')
    .replace('fieldkit.example.com {', `http://localhost:${port} {`)
    .replace('root * /var/www/fieldkit', `root * ${root}`);
  if (proxyTo !== undefined)
    text = text
      .replace(/^\t# (handle_path|\t|\})/gm, '\t$1')
      .replace('reverse_proxy https://api.example.com', `reverse_proxy ${proxyTo}`);
  const file = path.join(work, 'Caddyfile');
  writeFileSync(file, `{\n\tadmin off\n\tauto_https off\n}\n${text}`);
  return spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: work, XDG_DATA_HOME: work, XDG_CONFIG_HOME: work },
  });
}

async function answers(url: string, child: ChildProcess): Promise<void> {
  let output = '';
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  let ended = false;
  child.once('exit', () => (ended = true));
  for (;;) {
    if (ended) throw new Error(`the host ended:\n${output}`);
    const there = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (there) return;
    // Another process tells by nothing but an answer that it listens.
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => {
    probe.listen(0, '127.0.0.1', resolve);
  });
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => {
    probe.close(resolve);
  });
  return port;
}

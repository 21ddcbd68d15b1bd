/** Programs that some tests need besides npm packages: finds them, and installs missing ones for `npm test`. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';

/** Title, possible commands, and Debian package of each. */
const PROGRAMS = /** @type {const} */ ({
  nginx: { title: 'nginx', commands: ['nginx'], debianPackage: 'nginx-light' },
  caddy: { title: 'Caddy', commands: ['caddy'], debianPackage: 'caddy' },
  dbusDaemon: { title: 'dbus-daemon', commands: ['dbus-daemon'], debianPackage: 'dbus-daemon' },
  strace: { title: 'strace', commands: ['strace'], debianPackage: 'strace' },
  xvfb: { title: 'Xvfb', commands: ['Xvfb'], debianPackage: 'xvfb' },
  libreOffice: {
    title: 'LibreOffice',
    commands: ['soffice', 'libreoffice'],
    debianPackage: 'libreoffice-calc-nogui',
  },
});

/** @typedef {keyof typeof PROGRAMS} ProgramName */

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    // Missing or not executable: try the next folder.
    return false;
  }
}

/**
 * Returns the path of the first command that exists in PATH, or null.
 * @param {readonly string[]} commands
 */
export function findCommand(...commands) {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter((folder) => folder !== '');
  const files = commands.flatMap((command) => folders.map((folder) => path.join(folder, command)));
  return files.find(isExecutable) ?? null;
}

/**
 * Returns the path of the program, or null when this machine does not have it.
 * @param {ProgramName} name
 */
export function findProgram(name) {
  return findCommand(...PROGRAMS[name].commands);
}

/** Installs missing programs with apt-get (as root). Returns the titles of those that are still missing. */
export function installPrograms() {
  const names = /** @type {ProgramName[]} */ (Object.keys(PROGRAMS));
  const missing = () => names.filter((name) => findProgram(name) === null);
  const packages = missing().map((name) => PROGRAMS[name].debianPackage);
  if (packages.length > 0) installDebianPackages(packages);
  return missing().map((name) => PROGRAMS[name].title);
}

/**
 * Installs packages one by one, because a system may offer only some of them. Does nothing without root or apt-get.
 * @param {readonly string[]} packages
 */
export function installDebianPackages(packages) {
  const apt = findCommand('apt-get');
  if (apt === null || process.getuid?.() !== 0) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // apt-get's output goes to standard error, because a program may read standard output.
  const run = (/** @type {string[]} */ ...args) => spawnSync(apt, args, { stdio: ['ignore', 2, 2], env });
  process.stderr.write(`Installing with apt-get: ${packages.join(', ')}\n`);
  run('update', '-qq');
  for (const name of packages) run('install', '-y', '-qq', '--no-install-recommends', name);
}

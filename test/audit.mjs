/** Queries the registry for known vulnerabilities of the run-time packages. A registry that does not answer is reported, but is no failure. */
import { spawnSync } from 'node:child_process';

const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
  encoding: 'utf8',
  shell: process.platform === 'win32',
  timeout: 60_000,
});
const counts = countsOf(stdout ?? '');
if (counts === null) {
  process.stdout.write('audit: the registry did not answer, so nothing was asked\n');
} else {
  const bad = counts.high + counts.critical;
  process.stdout.write(`audit: ${counts.total} known, ${bad} of them high or critical\n`);
  process.exitCode = bad === 0 ? 0 : 1;
}

function countsOf(text) {
  try {
    const { metadata } = JSON.parse(text);
    const { high, critical, total } = metadata.vulnerabilities;
    return { high, critical, total };
  } catch {
    return null;
  }
}

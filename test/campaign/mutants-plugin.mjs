/**
 * Plugins for Stryker: a journal, so that a stopped campaign can continue, and a runner for what Stryker's own runner
 * cannot do.
 */
import { spawn } from 'node:child_process';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PluginKind, declareClassPlugin, declareValuePlugin } from '@stryker-mutator/api/plugin';

/**
 * Reads the campaign's settings: the journal, the number of each mistake by its ID, the commands for each file, and
 * those for all files. They differ for each part of the code.
 */
const asked = () => JSON.parse(process.env['FIELDKIT_MUTANTS'] ?? '{}');
let lastMs = Date.now();

const reporter = {
  /** @param {import('@stryker-mutator/api/core').MutantResult} result */
  onMutantTested({ id, fileName, location, mutatorName, replacement, status }) {
    const tookMs = Date.now() - lastMs;
    lastMs = Date.now();
    const { journal, numbers } = asked();
    const file = path.relative(process.cwd(), fileName).replaceAll(path.sep, '/');
    const row = { number: numbers[Number(id)], file, location, mutatorName, replacement, status, tookMs };
    appendFileSync(journal, `${JSON.stringify(row)}\n`);
    process.stdout.write(
      `${Number(id) + 1} of ${numbers.length} ${status} ${file}:${location.start.line} ${mutatorName}\n`,
    );
  },
};

/**
 * Runs the tests that import the file, nearest first: for tests in a browser, and for code that runs once when a file
 * is loaded.
 */
class NearRunner {
  capabilities() {
    return { reloadEnvironment: true };
  }

  async dryRun() {
    const begun = Date.now();
    for (const step of asked().allSteps)
      if (!(await passes(step))) return { status: 'error', errorMessage: `Red without any mistake: ${step.join(' ')}` };
    const all = { id: 'all', name: 'all', status: 0, timeSpentMs: Date.now() - begun };
    return { status: 'complete', tests: [all] };
  }

  /** @param {import('@stryker-mutator/api/test-runner').MutantRunOptions} options */
  async mutantRun({ activeMutant, sandboxFileName }) {
    const text = readFileSync(sandboxFileName, 'utf8');
    // Written into the file itself, because a worker shares no globals with the page.
    writeFileSync(sandboxFileName, `globalThis.__stryker__ = { activeMutant: '${activeMutant.id}' };\n${text}`);
    try {
      const file = path.relative(process.cwd(), sandboxFileName).replaceAll(path.sep, '/');
      for (const step of asked().steps[file])
        if (!(await passes(step)))
          return { status: 'killed', killedBy: ['all'], failureMessage: step.join(' '), nrOfTests: 1 };
      return { status: 'survived', nrOfTests: 1 };
    } finally {
      writeFileSync(sandboxFileName, text);
    }
  }
}

/** @returns {Promise<boolean>} */
const passes = ([command = '', ...args]) =>
  new Promise((resolve) => {
    const child = spawn(path.resolve('node_modules/.bin', command), args, { stdio: 'ignore' });
    child.once('exit', (code) => resolve(code === 0));
  });

export const strykerPlugins = [
  declareValuePlugin(PluginKind.Reporter, 'journal', reporter),
  declareClassPlugin(PluginKind.TestRunner, 'near', NearRunner),
];

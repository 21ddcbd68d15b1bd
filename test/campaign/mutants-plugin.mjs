/**
 * Plugins for Stryker: a journal, so that a stopped campaign can continue, and a runner for what Stryker's own runner
 * cannot do.
 */
import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { PluginKind, declareClassPlugin, declareValuePlugin } from '@stryker-mutator/api/plugin';
import { startTestRunner } from '@web/test-runner';
import { createVitest } from 'vitest/node';
import { buildTests } from '../support/browser-build.mjs';
import { pooled } from '../support/browser-pool.mjs';

/** A test that hangs counts as failed. */
const HANGS_AFTER_MS = 60_000;

/**
 * Reads the campaign's settings: the journal, the number of each mistake by its ID, the tests of each file, and those of
 * all files. They differ for each part of the code.
 */
const asked = () => JSON.parse(process.env['FIELDKIT_MUTANTS'] ?? '{}');
let lastMs = Date.now();

const reporter = {
  /** @param {import('@stryker-mutator/api/core').MutantResult} result */
  onMutantTested({ id, fileName, location, mutatorName, replacement, status, statusReason }) {
    const tookMs = Date.now() - lastMs;
    lastMs = Date.now();
    const { journal, numbers } = asked();
    const file = path.relative(process.cwd(), fileName).replaceAll(path.sep, '/');
    const row = { number: numbers[Number(id)], file, location, mutatorName, replacement, status, statusReason, tookMs };
    appendFileSync(journal, `${JSON.stringify(row)}\n`);
    process.stdout.write(
      `${Number(id) + 1} of ${numbers.length} ${status} ${file}:${location.start.line} ${mutatorName}\n`,
    );
  },
};

/**
 * Runs the tests that import the file, nearest first, until one fails: for tests in a browser, and for code that runs
 * once when a file is loaded. Builds them once, with all mistakes in them, and says with each run which one is active.
 */
class NearRunner {
  #vitest;
  #browserTests;

  capabilities() {
    return { reloadEnvironment: true };
  }

  async dryRun() {
    const begun = Date.now();
    const failure = await this.#findFailure(asked().allTests, 'none');
    if (failure !== undefined) return { status: 'error', errorMessage: `Red without any mistake: ${failure}` };
    const all = { id: 'all', name: 'all', status: 0, timeSpentMs: Date.now() - begun };
    return { status: 'complete', tests: [all] };
  }

  /** @param {import('@stryker-mutator/api/test-runner').MutantRunOptions} options */
  async mutantRun({ activeMutant, sandboxFileName }) {
    const file = path.relative(process.cwd(), sandboxFileName).replaceAll(path.sep, '/');
    const failureMessage = await this.#findFailure(asked().tests[file], activeMutant.id);
    return failureMessage === undefined
      ? { status: 'survived', nrOfTests: 1 }
      : { status: 'killed', killedBy: ['all'], failureMessage, nrOfTests: 1 };
  }

  async #findFailure({ unit, browser }, id) {
    return (
      (unit.length > 0 ? await this.#findFailureOnNode(unit, id) : undefined) ??
      (browser.length > 0 ? await this.#findFailureInBrowser(browser, id) : undefined)
    );
  }

  async #findFailureOnNode(tests, id) {
    // Threads end with this process, which Stryker ends when a test hangs.
    this.#vitest ??= await createVitest('test', {
      config: 'test/vitest.config.ts',
      project: ['unit'],
      pool: 'threads',
      watch: false,
      reporters: [{}],
    });
    process.env['__STRYKER_ACTIVE_MUTANT__'] = id;
    const specifications = await this.#vitest.getRelevantTestSpecifications(tests);
    const { unhandledErrors } = await this.#vitest.runTestSpecifications(specifications);
    // Only these: the returned modules contain those of earlier runs.
    const failed = specifications.find(({ testModule }) => testModule?.ok() !== true);
    return failed === undefined ? unhandledErrors[0]?.message : path.relative('.', failed.moduleId);
  }

  async #findFailureInBrowser(tests, id) {
    this.#browserTests ??= await buildBrowserTests();
    const { usual, newBrowser } = this.#browserTests;
    // A new one, because a mistake may leave anything in the browser's storage; pooled, because its page runs many files.
    const browser = pooled([newBrowser()]);
    const runner = await startTestRunner({
      readCliArgs: false,
      readFileConfig: false,
      autoExitProcess: false,
      config: {
        ...usual,
        files: tests,
        // With a port of its own, because two campaigns that start together can choose the same.
        port: 20_000 + (process.pid % 20_000),
        testFramework: { config: { timeout: HANGS_AFTER_MS, bail: true } },
        middleware: [activating(id), ...usual.middleware],
        reporters: [],
        browsers: [browser],
        concurrency: 1,
      },
    });
    runner.sessions.on('session-status-updated', ({ status, passed }) => {
      if (status === 'FINISHED' && !passed) void runner.stop();
    });
    await new Promise((resolve) => runner.on('stopped', resolve));
    await browser.stop();
    const sessions = [...runner.sessions.all()];
    const failed = sessions.find(({ status, passed }) => status === 'FINISHED' && !passed);
    if (failed !== undefined)
      return `${path.relative('.', failed.testFile)} ${failuresIn(failed.testResults)[0] ?? failed.errors[0]?.message}`;
    if (sessions.some(({ passed }) => !passed)) throw new Error('The browser tests did not run');
    return undefined;
  }
}

const failuresIn = ({ tests = [], suites = [] } = {}) => [
  ...tests.filter(({ error }) => error !== undefined).map(({ name, error }) => `${name}: ${error.message}`),
  ...suites.flatMap(failuresIn),
];

async function buildBrowserTests() {
  const { default: usual, built, newBrowser } = await import(path.resolve('.wtr.config.mjs'));
  await buildTests(
    process.cwd(),
    asked().allTests.browser.map((file) => path.resolve(file)),
    built,
  );
  return { usual, newBrowser };
}

/** Says in each served script which mistake is active, because a worker shares no globals with the page. */
const activating = (id) => async (context, next) => {
  await next();
  if (context.type.endsWith('javascript') && context.body instanceof Readable)
    context.body = `(globalThis.__stryker__ ??= {}).activeMutant = '${id}'; ${await text(context.body)}`;
};

export const strykerPlugins = [
  declareValuePlugin(PluginKind.Reporter, 'journal', reporter),
  declareClassPlugin(PluginKind.TestRunner, 'near', NearRunner),
];

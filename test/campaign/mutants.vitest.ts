/** Vitest for the campaign of mistakes: the unit tests of the rooms below the screens, as the usual run has them. */
import { defineConfig } from 'vitest/config';
import usual from '../vitest.config.ts';

const unit = usual.test!.projects!.find(
  (project): project is { test: { name: string; exclude: string[] } } =>
    typeof project === 'object' && 'test' in project && project.test?.name === 'unit',
)!;

export default defineConfig({
  root: usual.root,
  define: usual.define,
  test: {
    ...unit.test,
    include: ['src/**/*.test.ts'],
    // What a rule does is for the tests of its own room and its callers to say.
    exclude: [...unit.test.exclude, 'src/{ui,build,rescue}/**'],
  },
});

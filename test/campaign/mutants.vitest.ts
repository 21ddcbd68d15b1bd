/** Vitest for the mutation campaign: the usual unit tests of the code below the screens. */
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
    // The tests of these folders do not test the code below them.
    exclude: [...unit.test.exclude, 'src/{ui,build,rescue}/**'],
  },
});

/** The order of the files of a run: what is begun last is short, so that no worker is left alone with a long one. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Half a minute and more each, the longest first; all others as Vitest has it, by size. */
const LONGEST = [
  'million',
  'backend-faults',
  'radio-faults',
  'recovery',
  'layout',
  'deploy-hosts',
  'wrong-pick',
  'response-faults',
  'telemetry-faults',
  'job',
  'practice',
  'deploy-broken',
  'install',
  'telemetry-ask',
  'hostile',
  'sign-out',
  'gate',
];

const placeOf = ({ moduleId }: TestSpecification): number => {
  const at = LONGEST.findIndex((name) => moduleId.endsWith(`/test/e2e/${name}.e2e.ts`));
  return at === -1 ? LONGEST.length : at;
};

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}

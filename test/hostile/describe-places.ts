/** The tests of a table of places: every text through every field, and nothing that runs, is foreign or leads away comes into the page. */
import { startGuard, type Guard } from './guard.ts';
import { payloads } from './payloads.ts';
import { sendThrough, type HostilePlace } from './place.ts';

/** Distinct, from fixed tables: the same ones each time. */
export const HOSTILE_TEXTS: readonly string[] = payloads(10_000).map(({ text }) => text);

export function describePlaces(what: string, places: readonly HostilePlace[]): void {
  describe(`hostile texts in ${what}`, () => {
    let guard: Guard;
    before(() => {
      guard = startGuard();
    });
    after(async () => {
      // What was only begun, such as the loading of a picture that does not exist, has its say before the end.
      await new Promise((resolve) => setTimeout(resolve, 50));
      guard.stop();
      expectNothing(guard, 'afterwards');
    });

    for (const place of places) {
      it(`${place.folder}, ${place.elements.join(' ')}: ${HOSTILE_TEXTS.length} through ${place.fields.length} fields`, async () => {
        await sendThrough(place, HOSTILE_TEXTS, (told) => expectNothing(guard, told));
      }).timeout(60_000);
    }
  });
}

function expectNothing(guard: Guard, told: string): void {
  const found = [...guard.found()];
  guard.forget();
  if (found.length > 0) throw new Error(`${told}: ${found.slice(0, 5).join('\n')}`);
}

/**
 * Declares the tests of a table of places: hostile texts in every field never run and never add foreign elements or
 * links to the page.
 */
import { CAMPAIGN, drawn, pool } from './campaign.ts';
import { startGuard, type Guard } from './guard.ts';
import { sendThrough, type HostilePlace } from './place.ts';

/** The part of a campaign's texts that one test handles within seconds. */
const PART = 200;

export const HOSTILE_TEXTS: readonly string[] = drawn(pool());

export function describePlaces(what: string, places: readonly HostilePlace[]): void {
  describe(`hostile texts in ${what}, seed ${CAMPAIGN.seed}`, () => {
    let guard: Guard;
    before(() => {
      guard = startGuard();
    });
    after(async () => {
      // Effects that were only begun, such as loading a missing picture, must happen before the end.
      await new Promise((resolve) => setTimeout(resolve, 50));
      guard.stop();
      expectNothing(guard, 'afterwards');
    });

    for (const place of places) {
      for (let from = 0; from < HOSTILE_TEXTS.length; from += PART) {
        const part = HOSTILE_TEXTS.slice(from, from + PART);
        it(`are shown unchanged in ${place.folder}, ${place.elements.join(' ')}: texts ${from} to ${from + part.length} in ${place.fields.length} fields`, async () => {
          await sendThrough(place, part, (sent) => expectNothing(guard, sent));
        });
      }
    }
  });
}

function expectNothing(guard: Guard, sent: string): void {
  const found = [...guard.found()];
  guard.forget();
  if (found.length > 0) throw new Error(`${sent}: ${found.slice(0, 5).join('\n')}`);
}

/** Collects the states of the stories: what a window knows and shows of one beacon, each state once. */
import fc from 'fast-check';
import type { Device } from '../../src/domain/device.ts';
import { heldBack } from '../../src/domain/provisioning/held-back.ts';
import { liveStory, type Lived, type SeenAtSite } from './site.ts';
import { story } from './story.ts';
import type { ShownBeacon } from './window.ts';

export interface BeaconState {
  readonly uniqueId: string;
  readonly shown: ShownBeacon;
  readonly seen: SeenAtSite;
  readonly atBackend: Device;
  /** Why a new configuration is refused; null when it is allowed. */
  readonly held: 'undeliveredReceipt' | 'unfinishedRun' | null;
}

/** Runs `sites` stories of this seed. States that no screen can tell apart are collected once. */
export async function collectStates(
  seed: number,
  sites: number,
): Promise<{ readonly states: readonly BeaconState[]; readonly findings: readonly string[] }> {
  const states = new Map<string, BeaconState>();
  const findings: string[] = [];
  for (const one of fc.sample(story, { seed, numRuns: sites })) {
    const lived: Lived = await liveStory(
      one,
      () => undefined,
      (shown, uniqueId, seen, atBackend) => {
        const { runs, receipts, elsewhere } = shown.facts;
        const held = heldBack(runs, receipts, elsewhere).get(uniqueId) ?? null;
        const state: BeaconState = { uniqueId, shown, seen, atBackend, held };
        const key = keyOf(state);
        if (!states.has(key)) states.set(key, state);
      },
    );
    findings.push(...lived.findings.map(({ kind, text }) => `${kind}: ${text}`));
  }
  return { states: [...states.values()], findings };
}

function keyOf({ shown, seen, atBackend, held }: BeaconState): string {
  const { view, say, facts } = shown;
  const { case: chosen } = view;
  const [device] = facts.devices;
  const latest = (rows: readonly { readonly state: string }[]): string[] => [
    ...new Set(rows.map(({ state }) => state)),
  ];
  return JSON.stringify([
    chosen.kind,
    say,
    view.track,
    view.source,
    shown.words.devices,
    device?.pending === null,
    atBackend.pending === null,
    held,
    seen.pickedRight,
    seen.tookForeignBlink,
    latest(facts.packages),
    facts.runs.map((run) => [run.outcome?.kind ?? run.step, facts.steps.get(run.id)]).slice(-2),
    [
      ...new Set(
        facts.receipts.map((row) =>
          [row.state, row.owner, row.mirrored, row.givenUpAtMs !== undefined, row.lastAnswer?.code].join(),
        ),
      ),
    ],
  ]);
}

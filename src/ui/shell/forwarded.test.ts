/** What reaches a service through its stand-in, and what is said while there is none. */
import { describe, expect, expectTypeOf, it } from 'vitest';
import { forwarded, later } from './forwarded.ts';

interface Lamp {
  readonly colour: string;
  isOn(): boolean;
  turn(on: boolean): Promise<boolean>;
  dim(): Promise<string>;
}

function stage() {
  let lamp: Lamp | null = null;
  const waiting: ((lamp: Lamp) => void)[] = [];
  const standIn = forwarded<Lamp>({
    to: () => lamp,
    watched: { colour: 'red' },
    closed: { isOn: () => false, dim: async () => 'no lamp', ...later('turn') },
    wait: async (call) => call(await new Promise<Lamp>((resolve) => waiting.push(resolve))),
  });
  return {
    standIn,
    bring(next: Lamp) {
      lamp = next;
      for (const go of waiting.splice(0)) go(next);
    },
  };
}

class RealLamp implements Lamp {
  readonly colour = 'blue';
  private on = false;
  isOn = () => this.on;
  async turn(on: boolean): Promise<boolean> {
    this.on = on;
    return on;
  }
  async dim(): Promise<string> {
    return 'dimmed';
  }
}

describe('a stand-in', () => {
  it('says what it was given while there is no service, and lets the rest wait for one', async () => {
    const { standIn, bring } = stage();
    expect([standIn.colour, standIn.isOn(), await standIn.dim()]).toEqual(['red', false, 'no lamp']);
    const turned = standIn.turn(true);
    const lamp = new RealLamp();
    bring(lamp);
    expect(await turned).toBe(true);
    expect([standIn.colour, standIn.isOn(), await standIn.dim()]).toEqual(['red', true, 'dimmed']);
  });

  it('reaches the service in the turn of the call', () => {
    const { standIn, bring } = stage();
    const lamp = new RealLamp();
    bring(lamp);
    void standIn.turn(true);
    expect(lamp.isOn()).toBe(true);
  });

  it('has nothing but what its service has: templates and promises ask for names of their own', () => {
    expect(Object.keys(stage().standIn).toSorted()).toEqual(['colour', 'dim', 'isOn', 'turn']);
  });

  it('has to be given what is watched, and an answer of every method that answers at once', () => {
    type Given = Parameters<typeof forwarded<Lamp>>[0];
    type Closed = Given['closed'];
    expectTypeOf<{ isOn(): boolean; turn: 'later'; dim: 'later' }>().toExtend<Closed>();
    expectTypeOf<{ isOn: 'later'; turn: 'later'; dim: 'later' }>().not.toExtend<Closed>();
    expectTypeOf<{ isOn(): boolean; turn: 'later' }>().not.toExtend<Closed>();
    expectTypeOf<{ colour: string }>().toExtend<Given['watched']>();
    expectTypeOf<{ isOn(): boolean }>().not.toExtend<Given['watched']>();
  });
});

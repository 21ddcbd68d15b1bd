/** What reaches a service through its stand-in, and what is said while there is none. */
import { describe, expect, expectTypeOf, it } from 'vitest';
import { forwarded } from './forwarded.ts';

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
    own: { colour: 'red' },
    closed: { isOn: () => false, dim: async () => 'no lamp' },
    later: async (call) => call(await new Promise<Lamp>((resolve) => waiting.push(resolve))),
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

  it('is no promise', async () => {
    const { standIn } = stage();
    expect(await Promise.resolve(standIn)).toBe(standIn);
  });

  it('has to be given what is watched and what answers at once', () => {
    type Given = Parameters<typeof forwarded<Lamp>>[0];
    expectTypeOf<{ dim(): Promise<string> }>().not.toExtend<Given['closed']>();
    expectTypeOf<{ isOn(): boolean }>().toExtend<Given['closed']>();
    expectTypeOf<{ isOn(): boolean }>().not.toExtend<Given['own']>();
    expectTypeOf<{ colour: string }>().toExtend<Given['own']>();
  });
});

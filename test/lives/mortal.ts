/** A window that can be killed between any two things it does to the world. */

export interface Kill {
  /** At the window's step of this number, from 1 at the arming. */
  readonly at: number;
  /** With the step's effect, or without. */
  readonly after: boolean;
}

export interface Mortal {
  readonly dead: boolean;
  /** Steps taken. */
  readonly steps: number;
  /** Resolves when it dies. */
  readonly death: Promise<'killed'>;
  /** alive: go on · dying: take effect, never answer · dead: neither. */
  step(what: string): 'alive' | 'dying' | 'dead';
  arm(kill: Kill | null): void;
  die(): void;
}

/** `onDeath` hears of it at once, before anything else can happen. */
export function createMortal(onDeath: (mortal: Mortal) => void): Mortal {
  let dead = false;
  let steps = 0;
  let fatal: { readonly at: number; readonly after: boolean } | null = null;
  let tell: (word: 'killed') => void = () => undefined;
  const death = new Promise<'killed'>((resolve) => {
    tell = resolve;
  });
  const mortal: Mortal = {
    get dead() {
      return dead;
    },
    get steps() {
      return steps;
    },
    death,
    step() {
      if (dead) return 'dead';
      steps += 1;
      if (fatal === null || steps < fatal.at) return 'alive';
      const { after } = fatal;
      // The effect comes first: what dies with it has still done it.
      if (after) queueMicrotask(() => mortal.die());
      else mortal.die();
      return after ? 'dying' : 'dead';
    },
    arm(kill) {
      fatal = kill === null ? null : { at: steps + kill.at, after: kill.after };
    },
    die() {
      if (dead) return;
      dead = true;
      onDeath(mortal);
      tell('killed');
    },
  };
  return mortal;
}

/** A window that can be killed between any two of its actions. */

export interface Kill {
  /** The window's step with this number, counted from 1 after arming. */
  readonly at: number;
  /** Whether the step still takes effect. */
  readonly after: boolean;
}

export interface Mortal {
  readonly dead: boolean;
  /** Number of steps taken. */
  readonly steps: number;
  /** Resolves when it dies. */
  readonly death: Promise<'killed'>;
  /** alive: continue · dying: take effect, but never answer · dead: neither. */
  step(what: string): 'alive' | 'dying' | 'dead';
  arm(kill: Kill | null): void;
  die(): void;
}

/** `onDeath` is called at once, before anything else can happen. */
export function createMortal(onDeath: (mortal: Mortal) => void): Mortal {
  let dead = false;
  let steps = 0;
  let fatal: { readonly at: number; readonly after: boolean } | null = null;
  let resolveKilled: (word: 'killed') => void = () => undefined;
  const death = new Promise<'killed'>((resolve) => {
    resolveKilled = resolve;
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
      // The effect takes place before the death.
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
      resolveKilled('killed');
    },
  };
  return mortal;
}

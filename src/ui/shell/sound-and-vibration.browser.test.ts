import { expect } from '@open-wc/testing';
import { sendMouse } from '@web/test-runner-commands';
import { giveSignal } from './sound-and-vibration.ts';

describe('the signals of a run', () => {
  it('suspend the audio output when one or two at once have ended, and can be played again', async () => {
    const made: AudioContext[] = [];
    const resting: (() => void)[] = [];
    const Real = AudioContext;
    globalThis.AudioContext = class extends Real {
      constructor() {
        super();
        made.push(this);
        this.addEventListener('statechange', () => {
          if (this.state === 'suspended') resting.shift()?.();
        });
      }
    };
    try {
      // Browsers play no sound before the first user gesture.
      await sendMouse({ type: 'click', position: [5, 5] });
      for (const kinds of [['done'], ['stop'], ['again', 'done']] as const) {
        const rest = new Promise<void>((resolve) => resting.push(resolve));
        for (const kind of kinds) giveSignal(kind);
        await rest;
      }
      expect(made.map(({ state }) => state)).to.deep.equal(['suspended']);
    } finally {
      globalThis.AudioContext = Real;
    }
  });
});

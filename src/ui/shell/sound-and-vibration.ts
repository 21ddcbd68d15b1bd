/** The three signals of a run: done, again and stop. */
/** Tones in Hz and vibration in ms, different enough to be told apart without looking. */
const SIGNALS = {
  done: { tones: [660, 880], vibration: [80] },
  again: { tones: [520, 520], vibration: [60, 80, 60] },
  stop: { tones: [330, 220, 165], vibration: [300, 100, 300] },
} as const;

/** Plays the signal. Does nothing on a device without speaker and vibration. */
export function giveSignal(kind: keyof typeof SIGNALS): void {
  navigator.vibrate?.([...SIGNALS[kind].vibration]);
  playTones(SIGNALS[kind].tones);
}

let audio: AudioContext | null = null;
/** Number of tones that are still playing. */
let sounding = 0;

function playTones(tones: readonly number[]): void {
  if (typeof AudioContext === 'undefined') return;
  const context = (audio ??= new AudioContext());
  sounding += tones.length;
  void context.resume();
  const start = context.currentTime;
  tones.forEach((hertz, index) => {
    const oscillator = context.createOscillator();
    const gain = context.createGain();
    const from = start + index * 0.14;
    oscillator.frequency.value = hertz;
    gain.gain.setValueAtTime(0.12, from);
    gain.gain.exponentialRampToValueAtTime(0.001, from + 0.12);
    oscillator.connect(gain).connect(context.destination);
    oscillator.addEventListener('ended', () => {
      sounding -= 1;
      // Suspend the context, because a running one keeps the audio output and a CPU core awake.
      if (sounding === 0) void context.suspend();
    });
    oscillator.start(from);
    oscillator.stop(from + 0.13);
  });
}

/** The three signals of a run: done, again and stop, told apart without a look. */
/** Tones in Hz and vibration in ms, so that done, again and stop differ without being seen. */
const SIGNALS = {
  done: { tones: [660, 880], vibration: [80] },
  again: { tones: [520, 520], vibration: [60, 80, 60] },
  stop: { tones: [330, 220, 165], vibration: [300, 100, 300] },
} as const;

/** Where the phone has neither a speaker nor a motor nothing happens. */
export function giveSignal(kind: keyof typeof SIGNALS): void {
  navigator.vibrate?.([...SIGNALS[kind].vibration]);
  playTones(SIGNALS[kind].tones);
}

let audio: AudioContext | null = null;
/** Tones of all signals that have not ended yet. */
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
      // Silence is worked out too: a context left running keeps the loudspeaker and a processor awake all day.
      if (sounding === 0) void context.suspend();
    });
    oscillator.start(from);
    oscillator.stop(from + 0.13);
  });
}

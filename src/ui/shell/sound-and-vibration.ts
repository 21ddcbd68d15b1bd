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

function playTones(tones: readonly number[]): void {
  if (typeof AudioContext === 'undefined') return;
  audio ??= new AudioContext();
  const start = audio.currentTime;
  tones.forEach((hertz, index) => {
    const oscillator = audio!.createOscillator();
    const gain = audio!.createGain();
    const from = start + index * 0.14;
    oscillator.frequency.value = hertz;
    gain.gain.setValueAtTime(0.12, from);
    gain.gain.exponentialRampToValueAtTime(0.001, from + 0.12);
    oscillator.connect(gain).connect(audio!.destination);
    oscillator.start(from);
    oscillator.stop(from + 0.13);
  });
}

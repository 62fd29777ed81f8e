/** One sound context for the page; browsers let it speak only after a press. */
let context: AudioContext | undefined;

const inTime = () => (context?.state === 'running' ? context : undefined);

/** To be called inside a press: from here on the page may be heard. */
export function unlockSound(): void {
  if (!('AudioContext' in window)) return;
  context ??= new AudioContext();
  if (context.state === 'suspended') context.resume().catch(() => {});
}

/** Whether this page would be heard now. */
export const canSound = (): boolean => inTime() !== undefined;

type Note = { hertz: number; at: number; seconds: number; gain: number; shape?: OscillatorType };

/** Drawn, not recorded: a wave that swells and fades, so that it does not click. */
function play(notes: readonly Note[], volume: number): () => void {
  const here = inTime();
  if (!here || volume === 0) return () => {};
  const start = here.currentTime;
  const waves = notes.map(({ hertz, at, seconds, gain, shape = 'sine' }) => {
    const wave = new OscillatorNode(here, { type: shape, frequency: hertz });
    const loud = new GainNode(here, { gain: 0 });
    wave.connect(loud).connect(here.destination);
    loud.gain.setValueAtTime(0, start + at);
    loud.gain.linearRampToValueAtTime(gain * volume, start + at + 0.015);
    loud.gain.exponentialRampToValueAtTime(0.0001, start + at + seconds);
    wave.start(start + at);
    wave.stop(start + at + seconds);
    return wave;
  });
  return () => {
    for (const wave of waves) {
      wave.stop();
      wave.disconnect();
    }
  };
}

const octave = (note: Note): Note[] => [note, { ...note, hertz: note.hertz * 2, gain: note.gain / 4 }];

/** Two tones that rise by a fourth, twice: a group is found. */
export function playFound(volume: number): void {
  const call = (at: number) => [
    ...octave({ hertz: 587.33, at, seconds: 0.3, gain: 0.5 }),
    ...octave({ hertz: 783.99, at: at + 0.16, seconds: 0.7, gain: 0.5 }),
  ];
  play([...call(0), ...call(0.9)], volume);
}

/** One soft tone: somebody is asked whether they are still there. */
export function playAsked(volume: number): void {
  play(octave({ hertz: 493.88, at: 0, seconds: 0.8, gain: 0.35 }), volume);
}

/**
 * Ticks to come, like a ball on the floor. They stand in the clock of the sound itself, which goes on where a page that
 * nobody looks at is given no time.
 * @param ticks in how many seconds each sounds
 * @returns ends those that have not sounded
 */
export function playTicks(ticks: readonly number[], volume: number): () => void {
  const notes = ticks.flatMap((at, index) => {
    const late = index === ticks.length - 1;
    return [
      { hertz: late ? 330 : 220, at, seconds: 0.12, gain: 0.6, shape: 'triangle' as const },
      { hertz: late ? 660 : 440, at, seconds: 0.05, gain: 0.2, shape: 'square' as const },
    ];
  });
  return play(notes, volume);
}

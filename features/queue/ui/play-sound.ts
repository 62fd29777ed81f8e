/** One audio context per page. Browsers only start it after a user gesture. */
let context: AudioContext | undefined;

const getRunningContext = () => (context?.state === 'running' ? context : undefined);

/** Unlocks audio for the page. Must be called during a user gesture. */
export function unlockSound(): void {
  if (!('AudioContext' in window)) return;
  context ??= new AudioContext();
  if (context.state === 'suspended') context.resume().catch(() => {});
}

/** Checks whether this page could play sound now. */
export const canSound = (): boolean => getRunningContext() !== undefined;

type Note = { hertz: number; at: number; seconds: number; gain: number; shape?: OscillatorType };

/** Synthesizes notes that fade in and out, so they don't click. @returns a function that stops them */
function play(notes: readonly Note[], volume: number): () => void {
  const audio = getRunningContext();
  if (!audio || volume === 0) return () => {};
  const start = audio.currentTime;
  const waves = notes.map(({ hertz, at, seconds, gain, shape = 'sine' }) => {
    const wave = new OscillatorNode(audio, { type: shape, frequency: hertz });
    const volumeNode = new GainNode(audio, { gain: 0 });
    wave.connect(volumeNode).connect(audio.destination);
    volumeNode.gain.setValueAtTime(0, start + at);
    volumeNode.gain.linearRampToValueAtTime(gain * volume, start + at + 0.015);
    volumeNode.gain.exponentialRampToValueAtTime(0.0001, start + at + seconds);
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

const createOctave = (note: Note): Note[] => [note, { ...note, hertz: note.hertz * 2, gain: note.gain / 4 }];

/** Plays two tones rising by a fourth, twice, when a match is found. */
export function playFoundSound(volume: number): void {
  const playCall = (at: number) => [
    ...createOctave({ hertz: 587.33, at, seconds: 0.3, gain: 0.5 }),
    ...createOctave({ hertz: 783.99, at: at + 0.16, seconds: 0.7, gain: 0.5 }),
  ];
  play([...playCall(0), ...playCall(0.9)], volume);
}

/** Plays one soft tone when a player is asked whether they're still there. */
export function playPromptSound(volume: number): void {
  play(createOctave({ hertz: 493.88, at: 0, seconds: 0.8, gain: 0.35 }), volume);
}

/**
 * Schedules ticks that sound like a bouncing ball. Uses the audio clock, because a hidden page's timers are throttled.
 * @param ticks the seconds from now until each tick
 * @returns a function that cancels the remaining ticks
 */
export function playTicks(ticks: readonly number[], volume: number): () => void {
  const notes = ticks.flatMap((at, index) => {
    const isLast = index === ticks.length - 1;
    return [
      { hertz: isLast ? 330 : 220, at, seconds: 0.12, gain: 0.6, shape: 'triangle' as const },
      { hertz: isLast ? 660 : 440, at, seconds: 0.05, gain: 0.2, shape: 'square' as const },
    ];
  });
  return play(notes, volume);
}

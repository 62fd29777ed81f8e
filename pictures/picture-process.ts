import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Bytes, Outcome, Said } from './picture-tasks.ts';

/** One process that works on one task after the other, until it is ended or dies. */
export type PictureProcess = {
  pid: number | undefined;
  /** @returns what came of it, or why the process is of no more use; then it has ended, or is about to */
  work: (task: object, deadlineMs: number) => Promise<Worked>;
  alive: () => boolean;
  /** Keeps this process from ending by itself while there is work, and lets it otherwise. */
  hold: (held: boolean) => void;
  /** Ends it at once. @returns when it is gone, with its memory */
  end: () => Promise<void>;
};

export type Worked =
  | { outcome: Outcome<Bytes[]>; rss: number }
  | { lost: 'deadline' | 'memory' | 'died' }
  | { lost: 'start'; why: string };

/** A process that has not said a word by then never will. */
const START_MS = 15_000;
/** Its own objects are small; pictures lie outside of this. */
const HEAP_MB = 128;

/** Starts a process from a program of ours. It is handed nothing of what this one knows: no variables, no files. */
export function startProcess(program: URL): PictureProcess {
  const child = fork(fileURLToPath(program), [], {
    execArgv: [`--max-old-space-size=${HEAP_MB}`],
    // Few arenas keep the memory of large pictures from being spread over many, which would never be given back.
    env: { MALLOC_ARENA_MAX: '2' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const ready = said(child, START_MS, 'start');
  const end = () => {
    child.ref();
    child.kill('SIGKILL');
    return gone;
  };
  return {
    pid: child.pid,
    end,
    alive: () => isAlive(child),
    hold(held) {
      for (const one of [child, child.channel]) held ? one?.ref() : one?.unref();
    },
    async work(task, deadlineMs) {
      const start = await ready;
      if ('lost' in start || !('ready' in start)) {
        await end();
        return { lost: 'start', why: 'unable' in start ? start.unable : 'it ended, or said nothing' };
      }
      const answer = said(child, deadlineMs, 'deadline');
      // The channel breaks when the process dies meanwhile, which the answer tells.
      child.send(task, () => {});
      const word = await answer;
      if ('outcome' in word) return word;
      await end();
      if ('overMemory' in word) return { lost: 'memory' };
      return { lost: 'lost' in word && word.lost === 'deadline' ? 'deadline' : 'died' };
    },
  };
}

const isAlive = (child: ChildProcess) => child.connected && child.exitCode === null && child.signalCode === null;

/** The next word of a process, its death, or silence for too long. */
function said(child: ChildProcess, ms: number, silence: 'start' | 'deadline') {
  return new Promise<Said | { lost: 'died' | 'start' | 'deadline' }>((resolve) => {
    const settle = (word: Said | { lost: 'died' | 'start' | 'deadline' }) => {
      clearTimeout(late);
      child.off('message', onWord).off('exit', onDeath).off('error', onDeath);
      resolve(word);
    };
    const onWord = (word: unknown) => settle(word as Said);
    const onDeath = () => settle({ lost: 'died' });
    const late = setTimeout(() => settle({ lost: silence }), ms);
    child.once('message', onWord).once('exit', onDeath).once('error', onDeath);
    if (!isAlive(child)) onDeath();
  });
}

import { type ChildProcess, fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ImageBytes, PictureOutcome, SpawnerCommand, SpawnerEvent, WorkerMessage } from './picture-tasks.ts';

/** A process that works on one task after another until it is stopped or dies. */
export type ImageWorker = {
  /** Undefined until shortly after startup. */
  pid: () => number | undefined;
  /** @returns the outcome, or why the process can't be used anymore; it then has exited or is about to */
  work: (task: object, deadlineMs: number) => Promise<WorkerResult>;
  alive: () => boolean;
  /** Sets whether the process has work. While it does, it keeps this Node process alive. */
  hold: (isBusy: boolean) => void;
  /** Kills the process immediately. Resolves when it has exited and its memory is free. */
  end: () => Promise<void>;
};

export type WorkerResult =
  | { outcome: PictureOutcome<ImageBytes[]>; rss: number }
  | { lost: 'deadline' | 'memory' | 'died' }
  | { lost: 'start'; why: string };

/** Spawns the image processes. It uses no resources until the first process starts. */
export type WorkerSpawner = {
  /** Starts one of our programs as a process. It inherits no environment variables or files from this process. */
  start: (program: URL) => ImageWorker;
  /** Stops all remaining processes. */
  close: () => Promise<void>;
};

/** Time within which a process must report that it's ready. */
const START_TIMEOUT_MS = 15_000;
/** Time without running processes after which the spawner is stopped. */
const IDLE_MS = 5_000;

type Child = { pid: number | undefined; hasExited: boolean; held: boolean; events: EventEmitter<ChildEvents> };
type ChildEvents = { said: [WorkerMessage]; gone: [] };

export function createWorkerSpawner(): WorkerSpawner {
  const program = fileURLToPath(new URL('./process-spawner.ts', import.meta.url));
  const children = new Map<number, Child>();
  let spawner: ChildProcess | undefined;
  let last = 0;
  let idleTimer: NodeJS.Timeout | undefined;

  const sendToSpawner = (word: SpawnerCommand) => void (spawner?.connected && spawner.send(word, () => {}));

  function removeChild(childNumber: number): void {
    const child = children.get(childNumber);
    children.delete(childNumber);
    if (child) child.hasExited = true;
    child?.events.emit('gone');
    if (children.size === 0) idleTimer = setTimeout(() => void close(), IDLE_MS).unref();
  }

  function onSpawnerMessage(word: SpawnerEvent): void {
    const child = children.get(word.of);
    if ('gone' in word) removeChild(word.of);
    else if ('said' in word) child?.events.emit('said', word.said);
    else if (child) child.pid = word.pid;
  }

  function ensureSpawnerRunning(): void {
    clearTimeout(idleTimer);
    if (spawner?.connected) return;
    const newSpawner = fork(program, [], {
      execArgv: [],
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    // When the spawner dies, all its processes die too.
    const handleLoss = () => {
      if (spawner !== newSpawner) return;
      spawner = undefined;
      for (const childNumber of [...children.keys()]) removeChild(childNumber);
    };
    newSpawner.on('message', (word) => onSpawnerMessage(word as SpawnerEvent));
    newSpawner.once('exit', handleLoss).once('error', handleLoss);
    spawner = newSpawner;
  }

  function updateProcessRefs(): void {
    const isHeld = [...children.values()].some((child) => child.held);
    for (const handle of [spawner, spawner?.channel]) isHeld ? handle?.ref() : handle?.unref();
  }

  async function close(): Promise<void> {
    clearTimeout(idleTimer);
    const currentSpawner = spawner;
    if (!currentSpawner) return;
    const exit = new Promise((resolve) => currentSpawner.once('exit', resolve));
    currentSpawner.ref();
    if (currentSpawner.connected) currentSpawner.disconnect();
    else currentSpawner.kill('SIGKILL');
    await exit;
  }

  return {
    close,
    start(picturesProgram) {
      ensureSpawnerRunning();
      const childNumber = ++last;
      const child: Child = { pid: undefined, hasExited: false, held: true, events: new EventEmitter() };
      children.set(childNumber, child);
      updateProcessRefs();
      sendToSpawner({ start: childNumber, program: fileURLToPath(picturesProgram) });
      const endChild = () => {
        if (child.hasExited) return Promise.resolve();
        child.held = true;
        updateProcessRefs();
        sendToSpawner({ to: childNumber, end: true });
        return new Promise<void>((resolve) => child.events.once('gone', resolve));
      };
      const readyMessage = waitForMessage(child, START_TIMEOUT_MS, 'start');
      return {
        pid: () => child.pid,
        end: endChild,
        alive: () => !child.hasExited,
        hold(isHeld) {
          child.held = isHeld;
          updateProcessRefs();
        },
        async work(task, deadlineMs) {
          const start = await readyMessage;
          if ('lost' in start || !('ready' in start)) {
            await endChild();
            return { lost: 'start', why: 'unable' in start ? start.unable : 'it ended, or said nothing' };
          }
          const response = waitForMessage(child, deadlineMs, 'deadline');
          sendToSpawner({ to: childNumber, task });
          const reply = await response;
          if ('outcome' in reply) return reply;
          await endChild();
          if ('overMemory' in reply) return { lost: 'memory' };
          const hasTimedOut = 'overTime' in reply || ('lost' in reply && reply.lost === 'deadline');
          return { lost: hasTimedOut ? 'deadline' : 'died' };
        },
      };
    },
  };
}

type WorkerLoss = { lost: 'died' | 'start' | 'deadline' };

/** Waits for the next message of a process, its exit, or a timeout. */
function waitForMessage(
  { hasExited, events }: Child,
  ms: number,
  silence: 'start' | 'deadline',
): Promise<WorkerMessage | WorkerLoss> {
  return new Promise((resolve) => {
    const settle = (word: WorkerMessage | WorkerLoss) => {
      clearTimeout(timeout);
      events.off('said', settle).off('gone', onDeath);
      resolve(word);
    };
    const onDeath = () => settle({ lost: 'died' });
    const timeout = setTimeout(() => settle({ lost: silence }), ms);
    events.once('said', settle).once('gone', onDeath);
    if (hasExited) onDeath();
  });
}

import { setTimeout as pause } from 'node:timers/promises';
import { askNode, makeNumberWriter, type NumberWriter } from '../../server/test-writers.ts';

/** Which answers are honest while parts are away: it went well, it was refused for a reason, or it could not be tried. */
const isHonest = (status: number) =>
  (status >= 200 && status < 300) || (status >= 400 && status < 500) || status === 503;

const PAUSE_MS = 20;
const PUBLIC = ['/', '/protocol/find', '/tournament-of-power'];

export type Diary = {
  /** Answers that nobody may get, by status or by what broke. */
  dishonest: Map<string, number>;
  /** Kept pages that were not handed out, by status or by what broke. */
  pagesMissed: Map<string, number>;
  /** How many answers there were of each status. */
  answers: Map<string, number>;
  pages: number;
  /** Longest time, in ms, in which no write at all was acknowledged. */
  longestGapMs: () => number;
  /** Begins to count gaps anew. */
  resetGap: () => void;
  acknowledged: () => number;
  /** @returns writers of which the database knows less than they were told, once they have stopped */
  lost: () => Promise<string[]>;
  stop: () => Promise<void>;
};

const count = (all: Map<string, number>, key: string) => all.set(key, (all.get(key) ?? 0) + 1);

/**
 * People who write without a break, each one number after the other, some who read what is theirs, and some who only look
 * at public pages; all through the balancer. What was acknowledged is in the diary.
 */
export async function keepDiary(origin: string, writers: number, name = 'diary'): Promise<Diary> {
  const people: NumberWriter[] = [];
  for (let index = 0; index < writers; index++) people.push(await makeNumberWriter(origin, `${name}-${index}`));
  for (const path of PUBLIC) await askNode(origin, path);
  const dishonest = new Map<string, number>();
  const pagesMissed = new Map<string, number>();
  const answers = new Map<string, number>();
  let isOver = false;
  let pages = 0;
  let lastAt = performance.now();
  let longest = 0;
  const note = (status: number | string) => {
    count(answers, String(status));
    if (typeof status === 'string' || !isHonest(status)) count(dishonest, String(status));
  };
  const broke = (error: unknown) => {
    const { message, cause } = error as Error & { cause?: { code?: string } };
    return cause?.code ?? message;
  };
  const asking = [
    ...people.map(async (person) => {
      while (!isOver) {
        const before = person.acknowledged;
        const answer = await person.write(origin);
        note(answer?.status ?? 'no answer');
        if (person.acknowledged > before) {
          const now = performance.now();
          longest = Math.max(longest, now - lastAt);
          lastAt = now;
        }
        await pause(PAUSE_MS);
      }
    }),
    ...['/api/profiles/me', '/api/matches', '/api/lfg/listings', '/api/dashboard'].map(async (path, index) => {
      const { token } = people[index % people.length]!;
      while (!isOver) {
        note(
          await askNode(origin, path, { headers: { Authorization: `Bearer ${token}` } }).then(
            ({ status }) => status,
            broke,
          ),
        );
        await pause(PAUSE_MS * 2);
      }
    }),
    ...PUBLIC.map(async (path) => {
      while (!isOver) {
        const status = await askNode(origin, path).then(({ status }) => status, broke);
        pages++;
        if (status !== 200) count(pagesMissed, `${path} ${status}`);
        await pause(PAUSE_MS * 2);
      }
    }),
  ];
  return {
    dishonest,
    pagesMissed,
    answers,
    get pages() {
      return pages;
    },
    longestGapMs: () => Math.max(longest, performance.now() - lastAt),
    resetGap: () => {
      longest = 0;
      lastAt = performance.now();
    },
    acknowledged: () => people.reduce((sum, { acknowledged }) => sum + acknowledged, 0),
    lost: async () => {
      const found = await Promise.all(
        people.map(async (person, index) => ({ index, person, stored: await person.stored(origin) })),
      );
      return found
        .filter(({ person, stored }) => !(stored >= person.acknowledged))
        .map(({ index, person, stored }) => `writer ${index}: told ${person.acknowledged}, stored ${stored}`);
    },
    stop: async () => {
      isOver = true;
      await Promise.all(asking);
    },
  };
}

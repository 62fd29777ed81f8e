import { describe, expect, it } from 'vitest';
import { english, translate } from '../../../messages/lazy-text.ts';
import { addMs } from '../../../time/instants.ts';
import { HOUR_MS, MINUTE_MS } from '../../../time/units.ts';
import { chooseHost, chooseLiveSession, findRefillProblem, findStartProblem, judgeReport } from './live-now.rules.ts';

const now = new Date('2026-11-24T18:00:00Z');
const sessionAt = (id: string, from: number, until: number) => ({
  id,
  startsAt: addMs(now, from * MINUTE_MS),
  endsAt: addMs(now, until * MINUTE_MS),
});

describe('live session', () => {
  it('is the one in progress, then the next one, then one whose last game runs over', () => {
    const running = sessionAt('running', -60, 60);
    const next = sessionAt('next', 20, 140);
    const over = sessionAt('over', -150, -30);
    const choose = (sessions: (typeof running)[], unfinished: string[] = []) =>
      chooseLiveSession(sessions, unfinished, now)?.id;
    expect(choose([over, running, next], ['over'])).toBe('running');
    expect(choose([over, next], ['over'])).toBe('next');
    expect(choose([over], ['over'])).toBe('over');
    expect(choose([over])).toBeUndefined();
    expect(choose([sessionAt('later', 31, 150)])).toBeUndefined();
    expect(choose([sessionAt('long over', -200, -60)], ['long over'])).toBeUndefined();
  });

  it('is hosted by the captain, or else by the first confirmed player', () => {
    expect(chooseHost('c', ['a', 'c'])).toBe('c');
    expect(chooseHost('c', ['a', 'b'])).toBe('a');
    expect(chooseHost('c', [])).toBeNull();
  });
});

describe('refilling a live session', () => {
  it('is possible after the start of a session from the queue, until its answer deadline', () => {
    const facts = {
      version: 1,
      calledOffAt: null,
      startsAt: addMs(now, -MINUTE_MS),
      answersUntil: addMs(now, HOUR_MS),
    };
    const check = (change: object, version = 1) => {
      const problem = findRefillProblem({ ...facts, ...change }, version, now);
      return problem && translate(english, problem);
    };
    expect(check({})).toBeUndefined();
    expect(check({ startsAt: addMs(now, MINUTE_MS) })).toMatch(/^This session hasn’t started/);
    expect(check({ answersUntil: now })).toMatch(/^It’s too late to find a sub/);
    // Planned sessions and run-backs look for subs before they start.
    expect(check({ answersUntil: null })).toMatch(/^It’s too late to find a sub/);
    expect(check({ follows: 'another' })).toMatch(/^It’s too late to find a sub/);
    expect(check({ calledOffAt: now })).toMatch(/canceled/);
    expect(check({}, 2)).toBeDefined();
  });
});

describe('games of a session', () => {
  const facts = { version: 1, calledOffAt: null, answersUntil: null };
  const running = { ...facts, startsAt: addMs(now, -MINUTE_MS), endsAt: addMs(now, HOUR_MS) };
  const game = (number: number, result: 'won' | 'lost' | null, confirmedBy: string | null = null) => ({
    ...{ number, result, confirmedBy },
    reportedBy: result && 'ann',
  });
  const say = (problem: ReturnType<typeof findStartProblem>) =>
    problem === undefined || problem === 'started' ? problem : translate(english, problem);

  it('start one after the other while the session runs', () => {
    const start = (number: number, games: ReturnType<typeof game>[], session = running) =>
      say(findStartProblem(session, games, { number, now }));
    expect(start(1, [])).toBeUndefined();
    expect(start(1, [game(1, null)])).toBe('started');
    expect(start(2, [game(1, 'won')])).toBeUndefined();
    expect(start(2, [game(1, null)])).toBe('Report how game 1 ended first.');
    expect(start(1, [game(1, 'won')])).toBe('Another game has started. Refresh and try again.');
    expect(start(3, [game(1, 'won')])).toBe('Another game has started. Refresh and try again.');
    expect(start(1, [], { ...running, endsAt: now })).toMatch(/^This session is over/);
    expect(start(1, [], { ...running, startsAt: addMs(now, HOUR_MS) })).toMatch(/30 minutes/);
  });

  it('are reported by one player and confirmed by another, and changed only before that', () => {
    const judge = (userId: string, result: 'won' | 'lost', known: ReturnType<typeof game> | undefined, at = now) => {
      const effect = judgeReport(running, known, { result, userId, reporter: 'Ann', now: at });
      return typeof effect === 'object' ? translate(english, effect.refused) : effect;
    };
    expect(judge('ann', 'won', undefined)).toMatch(/^This game hasn’t started/);
    expect(judge('ann', 'won', game(1, null))).toBe('report');
    expect(judge('ann', 'won', game(1, 'won'))).toBe('known');
    expect(judge('ann', 'lost', game(1, 'won'))).toBe('report');
    expect(judge('bob', 'won', game(1, 'won'))).toBe('confirm');
    expect(judge('bob', 'lost', game(1, 'won'))).toMatch(/^Ann reported game 1 as a win/);
    expect(judge('cem', 'won', game(1, 'won', 'bob'))).toBe('known');
    expect(judge('ann', 'lost', game(1, 'won', 'bob'))).toMatch(/^Two players confirmed/);
    expect(judge('ann', 'won', game(1, null), addMs(running.endsAt, HOUR_MS))).toMatch(/^It’s too late to report/);
  });
});

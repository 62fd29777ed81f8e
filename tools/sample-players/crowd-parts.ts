import type { PlayerCard, SampleCard } from './sample-fit.ts';

/** What the parts of the sample players' program share. */
export type Crowd = {
  isSample: (userId: string) => boolean;
  /** Asks the API as this player. */
  ask: <T>(userId: string, method: string, path: string, body?: object) => Promise<T>;
  /** Does something once after a while. */
  once: (name: string, seconds: number, work: () => Promise<unknown>) => void;
  /** Looks at something now, never twice at a time. */
  look: (name: string, work: () => Promise<unknown>) => void;
  /** These have to do with people: they hear live news from now on. */
  engage: (userIds: readonly string[]) => void;
  /** These are asked for something: they have a look. */
  callIn: (userIds: readonly string[]) => void;
  /** These people have an open proposal, which is known. */
  found: (personIds: readonly string[]) => void;
  /** Whether this sample player has an open proposal of a squad. */
  noteFree: (userId: string, free: boolean) => void;
  /** Whether somebody is known to be free who could take this member's seat in a squad. */
  canReplace: (userId: string, memberIds: readonly string[]) => boolean;
  /** All sample players. */
  cards: () => readonly SampleCard[];
  /** Sample players, and the people that the directory shows. */
  cardOf: (userId: string) => PlayerCard | undefined;
  /** Whether they hear live news although nobody has asked them for anything. */
  around: (userId: string, here: boolean) => void;
  /** Which squad a conversation belongs to. */
  remember: (threadId: string, squadId: string) => void;
};

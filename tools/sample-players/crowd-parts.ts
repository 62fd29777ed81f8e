import type { PlayerCard, SampleCard } from './sample-fit.ts';

/** Shared interface of the sample player modules. */
export type Crowd = {
  isSample: (userId: string) => boolean;
  /** Calls the API as this player. */
  ask: <T>(userId: string, method: string, path: string, body?: object) => Promise<T>;
  /** Runs the work once, after a delay. */
  once: (name: string, seconds: number, work: () => Promise<unknown>) => void;
  /** Runs the check now, never concurrently with itself. */
  look: (name: string, work: () => Promise<unknown>) => void;
  /** Marks these players as interacting with people, so they subscribe to live updates from now on. */
  engage: (userIds: readonly string[]) => void;
  /** Makes these players check for requests addressed to them. */
  callIn: (userIds: readonly string[]) => void;
  /** Records that these people have an open match. */
  found: (personIds: readonly string[]) => void;
  /** Records whether this sample player has an open match. */
  noteFree: (userId: string, free: boolean) => void;
  /** Whether a known free player could take this member's spot in a squad. */
  canReplace: (userId: string, memberIds: readonly string[]) => boolean;
  /** Returns all sample players. */
  cards: () => readonly SampleCard[];
  /** Looks up a sample player or a person listed in the directory. */
  cardOf: (userId: string) => PlayerCard | undefined;
  /** Sets whether a player receives live updates even when nobody has asked them for anything. */
  around: (userId: string, here: boolean) => void;
  /** Remembers which squad a chat belongs to. */
  remember: (threadId: string, squadId: string) => void;
};

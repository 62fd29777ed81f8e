import { parseClockMinutes } from '../time/instants.ts';
import { type ClockHours, formatReaderTime } from '../time/reader-times.ts';
import { MINUTE_MS } from '../time/units.ts';
import { formatLength } from './explain-english.ts';
import { joinList } from './explain-english-people.ts';
import type { ChangeFacts, WhyNotFacts } from './why-not-facts.ts';

/** The reader's clock format; times are already in their time zone. */
type ClockReader = { clock?: ClockHours };
type ClockWords = (time: string) => string;

/** What separates two players, for use after "but for". */
const OBSTACLES = {
  block: 'blocks between you and them',
  spread: 'the distance between your rating and theirs',
  wish: 'your wishes or theirs',
  language: 'your languages',
  mode: 'your game modes',
  platform: 'platform and crossplay',
  region: 'your region',
  time: 'your hours',
} as const;

/** What few others have, in the singular and plural: "none of m others …". */
const SHARED = {
  spread: ['has a rating near enough to yours', 'have a rating near enough to yours'],
  wish: ['wishes the same as you or leaves it open', 'wish the same as you or leave it open'],
  language: ['speaks a language of yours', 'speak a language of yours'],
  mode: ['plays a mode of yours', 'play a mode of yours'],
  platform: ['can play across with your platform', 'can play across with your platform'],
  region: ['is in a region that plays with yours', 'are in a region that plays with yours'],
  time: ['is free with you for long enough', 'are free with you for long enough'],
} as const;

/**
 * `restDays`: how many days a proposal rests. `helped`: a change is shown next to it, so the text doesn't need to say
 * what the player is waiting for if that is all that's missing.
 */
type Beside = { restDays?: number; helped?: boolean };

/**
 * Explains why there is no match, in a few sentences that say "you": the binding constraint, and what the player is
 * waiting for unless a change helps.
 */
export function whyNotSentences(facts: WhyNotFacts, { restDays, helped = false }: Beside = {}): string[] {
  const why = formatBounds(facts, restDays);
  const waits = helped ? undefined : formatWait(facts);
  return waits ? [...why, waits] : why;
}

/** Returns what the player is waiting for if the reason doesn't already say so. */
function formatWait(facts: WhyNotFacts): string | undefined {
  switch (facts.constraint) {
    case 'party-impossible':
      return 'It waits for the party to change.';
    case 'party':
      return 'It waits for newcomers who fit all of you.';
    case 'plan-precedence':
      return NEXT;
    default:
      return 'alone' in facts && facts.alone ? NEWCOMERS : undefined;
  }
}

function formatBounds(facts: WhyNotFacts, restDays: number | undefined): string[] {
  switch (facts.constraint) {
    case 'unknown':
      return ['You are not among those who were looked at this time.'];
    case 'placed':
      return ['You have a match.'];
    case 'chance':
      return [
        'As it stands now there is a place for you: the next matching round can give you one without any change.',
      ];
    case 'missed':
      return ['There was a place for you, which was not found this time.', NEXT];
    case 'wants-nothing':
      return ['You look for nothing, or have open proposals for all of it.'];
    case 'unknown-position':
      return [`None of your positions is one of ${facts.seats.join(', ')}.`];
    case 'no-language':
      return ['Your profile names no language; all in a match need one in common.'];
    case 'no-mode':
      return ['Your profile names no game mode; all in a match need one in common.'];
    case 'too-little-time':
      return [
        `${facts.free === 0 ? 'Your profile names no hours' : `You are free ${formatLength(facts.free)} a week`}; a match needs ${formatLength(facts.needed)} in common.`,
      ];
    case 'party-impossible':
      return [`Your party of ${facts.members} cannot be placed in a squad: ${partyLack(facts)}.`];
    case 'party':
      return [`By yourself you would have a place; for your party of ${facts.members} there is none together.`];
    case 'rest':
      return [
        `You would have a match, but ${facts.groups === 1 ? 'the group it would be was' : `${facts.groups} groups with you were`} proposed before and cannot come again ${restDays ? `within ${restDays} days` : 'yet'}.`,
        'It waits until that time is over, or for somebody else who fits you.',
      ];
    case 'seat-missing':
      return [
        `${fitYou(facts.fitting)}, but ${ableTo(facts)} play ${either.format(facts.missing)}.`,
        `It waits for somebody who plays ${facts.able > 0 ? either.format(facts.missing) : joinList(facts.missing)}.`,
      ];
    case 'position-crowded':
    case 'plan-precedence':
      return formatTaken(facts);
    case 'too-few':
      return [
        facts.others === 0
          ? 'Nobody else looks for the same as you.'
          : `${players(facts.fitting)} of ${facts.others} ${facts.fitting === 1 ? 'fits' : 'fit'} you; you need ${facts.needed} beside you.`,
        NEWCOMERS,
      ];
    case 'nobody-free':
      return [
        `${fitYou(facts.fitting)}, but ${allBut(facts.free, facts.fitting)} a proposal already; you need ${facts.needed} beside you.`,
        'It waits for them to be free again, or for newcomers.',
      ];
    case 'no-group':
      return [
        `${fitYou(facts.fitting)} one by one, ${facts.free} of them without a proposal, but no ${facts.needed} of those fit together with you.`,
        NEWCOMERS,
      ];
    default:
      return formatSeparations(facts);
  }
}

function partyLack({ lacking, most }: Extract<WhyNotFacts, { lacking: number }>): string {
  if (lacking === 0) return `at most ${most} can queue together`;
  // Stored advice from older versions doesn't have the number.
  if (!lacking) return 'not all of you can be in one';
  const who = lacking === 1 ? 'one of you looks for none, plays' : `${lacking} of you look for none, play`;
  return `${who} no position of it or ${lacking === 1 ? 'has' : 'have'} too few hours`;
}

/** 'a, b or c' */
const either = new Intl.ListFormat('en-GB', { type: 'disjunction' });
/** Describes how many of the compatible players can; stored advice from older versions doesn't have the number. */
function ableTo({ able, fitting }: { able?: number; fitting: number }): string {
  if (fitting === 1) return 'cannot';
  return `${able ? `only ${able === 1 ? 'one' : able}` : 'none'} of them can`;
}

const NEWCOMERS = 'It waits for newcomers who fit.';
const NEXT = 'The next matching round looks again.';

type Apart = Extract<WhyNotFacts, { lifted: number }>;

function formatSeparations({ constraint, lifted, passing, others, fitting, free, alone }: Apart): string[] {
  const obstacle = OBSTACLES[constraint];
  if (lifted === 0 && alone) {
    const some = free > 0 && free < fitting ? `, ${free} of them without a proposal` : '';
    return [`${fitYou(fitting)} one by one${some}, but no group of them does. But for ${obstacle}, one would.`];
  }
  if (lifted === 0) {
    if (constraint === 'block') return [mostBlocked(passing, others), NEWCOMERS];
    return [fewPass(SHARED[constraint], passing, others), 'It waits for others who do.'];
  }
  const more = `${formatFitsNow(fitting, free)}; ${lifted} more would fit but for ${obstacle}.`;
  return alone ? [more] : [more, 'Even then nothing would come together yet: it waits for newcomers.'];
}

function mostBlocked(passing: number, others: number): string {
  if (passing > 1)
    return `Blocks keep you and all but ${passing} of ${others} others apart, who do not fit you otherwise.`;
  if (passing === 1)
    return `Blocks keep you and all but one of ${others} others apart, who does not fit you otherwise.`;
  return others === 1
    ? 'A block keeps you and the one other player apart.'
    : `Blocks keep you and ${others} others apart.`;
}

function fewPass([ofOne, ofSeveral]: (typeof SHARED)[keyof typeof SHARED], passing: number, others: number): string {
  if (passing > 1) return `Only ${passing} of ${others} others ${ofSeveral}, and none of them fits you otherwise.`;
  if (passing === 1) return `Only one of ${others} others ${ofOne}, who does not fit you otherwise.`;
  return others === 1 ? `Nobody else ${ofOne}: there is one other player.` : `None of ${others} others ${ofSeveral}.`;
}

function formatFitsNow(fitting: number, free: number): string {
  if (fitting === 0) return 'Nobody fits you';
  return free > 0 ? fitYou(fitting) : `${fitYou(fitting)}, but ${allBut(0, fitting)} a proposal already`;
}

type Taken = Extract<WhyNotFacts, { places: number }>;

function formatTaken({ constraint, positions, places, plan, waited }: Taken): string[] {
  const role = either.format(positions);
  const who: [number, one: string, several: string][] = [
    [plan, 'a player whose plan goes first', 'players whose plan goes first'],
    [waited, 'a player who waited longer', 'players who waited longer'],
    [places - plan - waited, `another who plays ${role}`, `others who play ${role}`],
  ];
  const by = who.filter(([count]) => count > 0);
  const each = by.map(([count, one, several]) => `${count} by ${count === 1 ? one : several}`);
  const went = by.length === 1 ? ` by ${by[0]![places === 1 ? 1 : 2]}` : `: ${each.join(', ')}`;
  const last = constraint === 'plan-precedence' ? 'Had you gone first, you would have had one.' : NEXT;
  return [
    `${places === 1 ? 'One place' : `${places} places`} for ${role} would have suited you, and ${places === 1 ? 'it was' : 'all were'} taken${went}.`,
    last,
  ];
}

/** Words the change as one request; says so if two changes only help together. */
export function changeSentence(changes: readonly ChangeFacts[], { clock: hours = 12 }: ClockReader = {}): string {
  const wall = { zone: 'UTC', clock: hours };
  const clock: ClockWords = (time) => formatReaderTime(new Date(parseClockMinutes(time) * MINUTE_MS), 'clock', wall);
  const [first, second] = changes.map((change) => formatChange(change, clock));
  if (!second) return `${first}.`;
  return `${first}, and ${second.charAt(0).toLowerCase()}${second.slice(1)}: neither helps alone.`;
}

function formatChange(change: ChangeFacts, clock: ClockWords): string {
  switch (change.kind) {
    case 'crossplay':
      return 'Allow crossplay';
    case 'party':
      return 'Queue without your party';
    case 'wants':
      return `Look for a ${change.wants} too`;
    case 'mode':
      return `Add the mode ${change.mode}`;
    case 'time':
      return `Be free on ${change.day} from ${clock(change.start)} to ${clock(change.end)} as well`;
    case 'position':
      return change.first
        ? `Choose the position ${change.position}`
        : `Offer to play ${change.position} as a flex position`;
    case 'language':
      return `Add ${change.language}, if you speak it`;
  }
}

/** Describes how many of the `fitting` players aren't `free`, with the verb. */
function allBut(free: number, fitting: number): string {
  if (free > 0) return `all but ${free} have`;
  return fitting === 1 ? 'has' : 'all of them have';
}

const fitYou = (count: number) => `${players(count)} ${count === 1 ? 'fits' : 'fit'} you`;
const players = (count: number) => (count === 1 ? 'One player' : `${count} players`);

import { parseClockMinutes } from '../time/instants.ts';
import { type ClockHours, ENGLISH, formatReaderTime } from '../time/reader-times.ts';
import { MINUTE_MS } from '../time/units.ts';
import { formatLength } from './explain-english.ts';
import { joinList } from './explain-english-people.ts';
import type { ChangeFacts, WhyNotFacts } from './why-not-facts.ts';

/** The reader's clock format. Times are already in their time zone. */
type ClockReader = { clock?: ClockHours };
type ClockWords = (time: string) => string;

/** The obstacle between two players, for use after "If not for". */
const OBSTACLES = {
  block: 'blocks between you and them',
  spread: 'the gap between your ratings',
  wish: 'your preferences or theirs',
  language: 'your languages',
  mode: 'your game modes',
  platform: 'platform and crossplay settings',
  region: 'your region',
  time: 'your availability',
} as const;

/** Properties that few other players share, in singular and plural: "none of m others …". */
const SHARED_PHRASES = {
  spread: ['has a rating close enough to yours', 'have a rating close enough to yours'],
  wish: ['wants the same things as you or is open to them', 'want the same things as you or are open to them'],
  language: ['speaks one of your languages', 'speak one of your languages'],
  mode: ['plays one of your modes', 'play one of your modes'],
  platform: ['is on a platform that can play with yours', 'are on a platform that can play with yours'],
  region: ['is in a region that plays with yours', 'are in a region that plays with yours'],
  time: ['shares enough availability with you', 'share enough availability with you'],
} as const;

/**
 * `restDays`: number of days before a group can be proposed again. `helped`: whether a change is shown next to the
 * text. If so, the text doesn't need to say what the player is waiting for.
 */
type AdviceContext = { restDays?: number; helped?: boolean };

/**
 * Returns a few sentences that tell the player why there's no match. They name the binding constraint and, unless a
 * change helps, what we're waiting for.
 */
export function whyNotSentences(facts: WhyNotFacts, { restDays, helped = false }: AdviceContext = {}): string[] {
  const sentences = formatBounds(facts, restDays);
  const waits = helped ? undefined : formatWait(facts);
  return waits ? [...sentences, waits] : sentences;
}

/** Returns what we're waiting for, unless the reason already says so. */
function formatWait(facts: WhyNotFacts): string | undefined {
  switch (facts.constraint) {
    case 'party-impossible':
      return 'You’ll need to change your party.';
    case 'party':
      return 'We’re waiting for new players who are a fit for all of you.';
    case 'plan-precedence':
      return NEXT;
    default:
      return 'alone' in facts && facts.alone ? NEWCOMERS : undefined;
  }
}

function formatBounds(facts: WhyNotFacts, restDays: number | undefined): string[] {
  switch (facts.constraint) {
    case 'unknown':
      return ['You weren’t in this matching round.'];
    case 'placed':
      return ['You have a match.'];
    case 'chance':
      return ['There’s a spot for you now. The next matching round can match you without any changes.'];
    case 'missed':
      return ['There was a spot for you, but we missed it this time.', NEXT];
    case 'wants-nothing':
      return ['You’re not looking for a match, or you already have open ones for everything you want.'];
    case 'unknown-position':
      return [`You don’t play any of these positions: ${facts.seats.join(', ')}.`];
    case 'no-language':
      return ['Your profile has no language. Everyone in a match needs one in common.'];
    case 'no-mode':
      return ['Your profile has no game mode. Everyone in a match needs one in common.'];
    case 'too-little-time':
      return [
        facts.free === 0
          ? `Your profile has no availability. Players in a match need ${formatLength(facts.needed)} in common.`
          : `You’re free ${formatLength(facts.free)} a week, but a match needs ${formatLength(facts.needed)} in common.`,
      ];
    case 'party-impossible':
      return [`Your party of ${facts.members} can’t be placed in a squad because ${formatPartyLack(facts)}.`];
    case 'party':
      return [`You’d have a spot on your own. There isn’t one for your party of ${facts.members}.`];
    case 'rest':
      return [
        `You’d have a match, but ${facts.groups === 1 ? 'that match was' : `${facts.groups} possible matches were`} already proposed and can’t come up again ${restDays ? `within ${restDays} days` : 'yet'}.`,
        'We’re waiting for that time to pass, or for someone else who’s a fit for you.',
      ];
    case 'seat-missing':
      return [
        `${formatFitCount(facts.fitting)}, but ${formatAble(facts)} play ${orListFormat.format(facts.missing)}.`,
        `We’re waiting for a player who plays ${facts.able > 0 ? orListFormat.format(facts.missing) : joinList(facts.missing)}.`,
      ];
    case 'position-crowded':
    case 'plan-precedence':
      return formatTaken(facts);
    case 'too-few':
      return [
        facts.others === 0
          ? 'No one else is looking for the same thing as you.'
          : `${formatPlayers(facts.fitting)} out of ${facts.others} ${facts.fitting === 1 ? 'is' : 'are'} a fit for you. You need ${facts.needed}.`,
        NEWCOMERS,
      ];
    case 'nobody-free':
      return [
        `${formatFitCount(facts.fitting)}${formatBusy(facts.free, facts.fitting)}. You need ${facts.needed}.`,
        'We’re waiting for them to be free again, or for new players.',
      ];
    case 'no-group':
      return [
        `${formatFitCount(facts.fitting)} individually, ${facts.free} of them without a match. But no ${facts.needed} of them ${facts.needed === 1 ? 'fits' : 'fit'} together with you.`,
        NEWCOMERS,
      ];
    default:
      return formatSeparations(facts);
  }
}

function formatPartyLack({ lacking, most }: Extract<WhyNotFacts, { lacking: number }>): string {
  if (lacking === 0) return `at most ${most} can queue together`;
  // Stored advice from older versions doesn't have the number.
  if (!lacking) return 'you aren’t all a fit for the same one';
  const peopleText =
    lacking === 1 ? 'one of you isn’t looking for one, plays' : `${lacking} of you aren’t looking for one, play`;
  return `${peopleText} none of its positions, or ${lacking === 1 ? 'has' : 'have'} too little availability`;
}

/** Joins words as 'a, b or c'. */
const orListFormat = new Intl.ListFormat('en-GB', { type: 'disjunction' });
/** Says how many compatible players can take the seat. Stored advice from older versions doesn't have the number. */
function formatAble({ able, fitting }: { able?: number; fitting: number }): string {
  if (fitting === 1) return 'they can’t';
  return `${able ? `only ${able === 1 ? 'one' : able}` : 'none'} of them can`;
}

const NEWCOMERS = 'We’re waiting for new players who are a fit for you.';
const NEXT = 'We’ll try again in the next matching round.';

type SeparationFacts = Extract<WhyNotFacts, { lifted: number }>;

function formatSeparations({ constraint, lifted, passing, others, fitting, free, alone }: SeparationFacts): string[] {
  const obstacle = OBSTACLES[constraint];
  if (lifted === 0 && alone) {
    const fitText =
      free > 0 && free < fitting
        ? `${fitting} players (${free} without a match) are a fit for you`
        : formatFitCount(fitting);
    return [`${fitText} individually, but not as a group. If not for ${obstacle}, a group would work.`];
  }
  if (lifted === 0) {
    if (constraint === 'block') return [formatBlocked(passing, others), NEWCOMERS];
    return [formatFewPassing(SHARED_PHRASES[constraint], passing, others), 'We’re waiting for others who do.'];
  }
  const moreText = `${formatFitsNow(fitting, free)}. If not for ${obstacle}, ${lifted} more would be a fit.`;
  return alone ? [moreText] : [moreText, 'Even then, you wouldn’t have a match yet. We’re waiting for new players.'];
}

function formatBlocked(passing: number, others: number): string {
  if (passing > 1)
    return `Blocks rule out all but ${passing} of the ${others} other players, and none of those is a fit.`;
  if (passing === 1) return `Blocks rule out all but one of the ${others} other players, and that player isn’t a fit.`;
  return others === 1 ? 'A block rules out the only other player.' : `Blocks rule out all ${others} other players.`;
}

function formatFewPassing(
  [ofOne, ofSeveral]: (typeof SHARED_PHRASES)[keyof typeof SHARED_PHRASES],
  passing: number,
  others: number,
): string {
  if (passing > 1) return `Only ${passing} of the ${others} other players ${ofSeveral}, and none of them is a fit.`;
  if (passing === 1) return `Only one of the ${others} other players ${ofOne}, and that player isn’t a fit.`;
  return others === 1
    ? `No one else ${ofOne}. There’s only one other player.`
    : `None of the ${others} other players ${ofSeveral}.`;
}

function formatFitsNow(fitting: number, freeCount: number): string {
  if (fitting === 0) return 'No one is a fit for you right now';
  return freeCount > 0 ? formatFitCount(fitting) : `${formatFitCount(fitting)}${formatBusy(0, fitting)}`;
}

type TakenFacts = Extract<WhyNotFacts, { places: number }>;

function formatTaken({ constraint, positions, places, plan, waited }: TakenFacts): string[] {
  const role = orListFormat.format(positions);
  // The sentence already begins with the positions. Repeat them only to distinguish these players from other groups.
  const roleSuffix = plan + waited > 0 ? ` ${role}` : '';
  const takerGroups: [number, one: string, several: string][] = [
    [plan, 'a player whose plan has priority', 'players whose plan has priority'],
    [waited, 'a player who waited longer', 'players who waited longer'],
    [places - plan - waited, `another${roleSuffix} player`, `other${roleSuffix} players`],
  ];
  const takers = takerGroups.filter(([count]) => count > 0);
  const takerTexts = takers.map(([count, one, several]) => `${count} by ${count === 1 ? one : several}`);
  const takerText = takers.length === 1 ? ` by ${takers[0]![places === 1 ? 1 : 2]}` : `: ${takerTexts.join(', ')}`;
  const last = constraint === 'plan-precedence' ? 'With priority, you’d have gotten one.' : NEXT;
  return [
    `${places === 1 ? 'One spot' : `${places} spots`} for ${role} would have worked for you, but ${places === 1 ? 'it was' : 'all were'} taken${takerText}.`,
    last,
  ];
}

/** Writes the changes, and adds a note if two changes only help together. */
export function changeSentence(changes: readonly ChangeFacts[], { clock: hours = 12 }: ClockReader = {}): string {
  const utcReader = { zone: 'UTC', clock: hours };
  const formatClock: ClockWords = (time) =>
    formatReaderTime(ENGLISH, new Date(parseClockMinutes(time) * MINUTE_MS), 'clock', utcReader);
  const [first, second] = changes.map((change) => formatChange(change, formatClock));
  return second ? `${first}. ${second}. You need both changes.` : `${first}.`;
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
      return `Add ${change.mode} to your game modes`;
    case 'time':
      return `Add ${change.day} from ${clock(change.start)} to ${clock(change.end)} to your availability`;
    case 'position':
      return change.first
        ? `Choose ${change.position} as a position`
        : `Offer to play ${change.position} as a flex position`;
    case 'language':
      return `Add ${change.language} if you speak it`;
  }
}

/** Returns the end of the sentence that `formatFitCount` begins: how many of the `fitting` players already have a match. */
function formatBusy(freeCount: number, fitting: number): string {
  if (freeCount > 0) return `, but everyone except ${freeCount} already has a match`;
  return fitting === 1 ? ' but already has a match' : ', but all of them already have a match';
}

const formatFitCount = (count: number) => `${formatPlayers(count)} ${count === 1 ? 'is' : 'are'} a fit for you`;
const formatPlayers = (count: number) => (count === 1 ? 'One player' : `${count} players`);

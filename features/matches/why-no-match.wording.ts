import type { ChangeFacts, WhyNotFacts } from '../../matcher/run.ts';
import { formatList } from '../../messages/lists.ts';
import type { Message } from '../../messages/message.ts';
import type { Translator } from '../../messages/translator.ts';
import { parseClockMinutes } from '../../time/instants.ts';
import { formatWallTime } from '../../time/reader-hours.ts';
import { resolveClock, type TimePreferences } from '../../time/reader-times.ts';
import { formatDay } from '../profiles/day-labels.schema.ts';
import { formatLanguage } from '../profiles/player-languages.schema.ts';
import { formatLength } from './match-reasons.wording.ts';
import * as messages from './matches.messages.ts';
import { COOLDOWN_DAYS } from './matches.rules.ts';

type Facts<Constraint extends WhyNotFacts['constraint']> = Extract<WhyNotFacts, { constraint: Constraint }>;
type ObstacleFacts = Extract<WhyNotFacts, { lifted: number }>;

/**
 * Explains why there's no match, in a few sentences: the binding constraint, and what the player is waiting for.
 * @param hasHelped whether a change is shown next to the text, which then doesn't say what the player is waiting for
 */
export function formatWhyNoMatch(t: Translator, facts: WhyNotFacts, { hasHelped }: { hasHelped: boolean }): string[] {
  const wait = hasHelped ? undefined : findWait(facts);
  return [...formatConstraint(t, facts), ...(wait ? [t(wait)] : [])];
}

/** Returns what the player is waiting for if the reason doesn't already say so. */
function findWait(facts: WhyNotFacts): Message | undefined {
  switch (facts.constraint) {
    case 'party-impossible':
      return messages.changeParty;
    case 'party':
      return messages.waitForParty;
    case 'plan-precedence':
      return messages.waitForNextRound;
    default:
      return 'alone' in facts && facts.alone ? messages.waitForNewcomers : undefined;
  }
}

function formatConstraint(t: Translator, facts: WhyNotFacts): string[] {
  switch (facts.constraint) {
    case 'unknown':
      return [t(messages.whyNotInRound)];
    case 'placed':
      return [t(messages.whyPlaced)];
    case 'chance':
      return [t(messages.whyChance)];
    case 'missed':
      return [t(messages.whyMissed), t(messages.waitForNextRound)];
    case 'wants-nothing':
      return [t(messages.whyNotLooking)];
    case 'unknown-position':
      return [t(messages.whyPositions, { positions: formatList(t, facts.seats, 'commas') })];
    case 'no-language':
      return [t(messages.whyNoLanguage)];
    case 'no-mode':
      return [t(messages.whyNoMode)];
    case 'too-little-time':
      return [formatFewHours(t, facts)];
    case 'party-impossible':
      return [formatUnplaceableParty(t, facts)];
    case 'party':
      return [t(messages.whyParty, { members: facts.members })];
    case 'rest':
      return [t(messages.whyRested, { groups: facts.groups, days: COOLDOWN_DAYS }), t(messages.waitForRest)];
    case 'seat-missing':
      return formatMissingSeat(t, facts);
    case 'position-crowded':
    case 'plan-precedence':
      return formatTaken(t, facts);
    case 'too-few':
      return [
        facts.others === 0 ? t(messages.whyNoOthers) : t(messages.whyTooFew, facts),
        t(messages.waitForNewcomers),
      ];
    case 'nobody-free':
      return [t(messages.whyBusy, facts), t(messages.waitForBusy)];
    case 'no-group':
      return [t(messages.whyNoGroup, facts), t(messages.waitForNewcomers)];
    default:
      return formatObstacle(t, facts);
  }
}

function formatFewHours(t: Translator, facts: Facts<'too-little-time'>): string {
  const length = formatLength(t, facts.needed);
  if (facts.free === 0) return t(messages.whyNoHours, { needed: length });
  return t(messages.whyFewHours, { free: formatLength(t, facts.free), needed: length });
}

function formatUnplaceableParty(t: Translator, facts: Facts<'party-impossible'>): string {
  if (facts.lacking === 0) return t(messages.whyPartyTooLarge, facts);
  // Advice stored by older versions doesn't include `lacking`.
  return facts.lacking ? t(messages.whyPartyMembers, facts) : t(messages.whyPartyUnfit, facts);
}

function formatMissingSeat(t: Translator, { missing, fitting, able }: Facts<'seat-missing'>): string[] {
  const positions = formatList(t, missing, 'or');
  return [
    // Advice stored by older versions doesn't include `able`.
    t(messages.whySeatMissing, { fitting, able: able ?? 0, positions }),
    t(messages.waitForPosition, { positions: able > 0 ? positions : formatList(t, missing) }),
  ];
}

function formatTaken(t: Translator, facts: Facts<'position-crowded' | 'plan-precedence'>): string[] {
  const { constraint, places, plan, waited } = facts;
  const positions = formatList(t, facts.positions, 'or');
  const takers = [
    { by: 'plan', count: plan, message: messages.takenByPlan },
    { by: 'waited', count: waited, message: messages.takenByWait },
    { by: 'others', count: places - plan - waited, message: messages.takenByOthers },
  ].filter(({ count }) => count > 0);
  const each = takers.map(({ count, message }) => t(message as typeof messages.takenByOthers, { count, positions }));
  return [
    takers.length === 1
      ? t(messages.whyTaken, { places, positions, by: takers[0]!.by })
      : t(messages.whyTakenBySeveral, { places, positions, takers: formatList(t, each, 'commas') }),
    t(constraint === 'plan-precedence' ? messages.whyPriority : messages.waitForNextRound),
  ];
}

/** Messages about how few others share a property with the player. */
const FEW_SHARE: Record<Exclude<ObstacleFacts['constraint'], 'block'>, Message<{ passing: number; others: number }>> = {
  spread: messages.fewShareRating,
  wish: messages.fewShareWishes,
  language: messages.fewShareLanguage,
  mode: messages.fewShareMode,
  platform: messages.fewSharePlatform,
  region: messages.fewShareRegion,
  time: messages.fewShareHours,
};

function formatObstacle(t: Translator, facts: ObstacleFacts): string[] {
  const { constraint, lifted, fitting, free, alone } = facts;
  const obstacle = constraint;
  if (lifted > 0) {
    const more = t(messages.whyObstacle, { fitting, free, obstacle, lifted });
    return alone ? [more] : [more, t(messages.whyObstacleAnyway)];
  }
  if (alone) return [t(messages.whyGroupObstacle, { fitting, free: free < fitting ? free : 0, obstacle })];
  if (constraint === 'block') return [t(messages.whyBlocked, facts), t(messages.waitForNewcomers)];
  return [t(FEW_SHARE[constraint], facts), t(messages.waitingForBetterFits)];
}

/** Formats the changes, and says so if two of them only help together. */
export function formatHelpfulChange(t: Translator, changes: readonly ChangeFacts[], reader: TimePreferences): string {
  const [first, second] = changes.map((change) => formatChange(t, change, reader)) as [string, string?];
  return second ? t(messages.helpsBoth, { first, second }) : first;
}

function formatChange(t: Translator, change: ChangeFacts, reader: TimePreferences): string {
  switch (change.kind) {
    case 'crossplay':
      return t(messages.helpsCrossplay);
    case 'party':
      return t(messages.helpsAlone);
    case 'wants':
      return t(messages.helpsFormat, { format: change.wants });
    case 'mode':
      return t(messages.helpsMode, { mode: change.mode });
    case 'time': {
      const [start, end] = [change.start, change.end].map((time) => formatClock(t, time, reader)) as [string, string];
      return t(messages.helpsHours, { day: formatDay(t, change.day), start, end });
    }
    case 'position': {
      const { position, first } = change;
      return t(first ? messages.helpsPosition : messages.helpsFlexPosition, { position });
    }
    case 'language':
      return t(messages.helpsLanguage, { language: formatLanguage(t, change.language) });
  }
}

/** Formats a time that's already in the reader's zone. */
const formatClock = (t: Translator, time: string, reader: TimePreferences) =>
  formatWallTime(t, parseClockMinutes(time), resolveClock(t, reader));

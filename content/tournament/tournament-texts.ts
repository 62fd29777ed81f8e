import type { Translator } from '../../messages/translator.ts';
import { paths } from '../paths.ts';
import { categories } from './categories.ts';
import * as messages from './content-tournament.messages.ts';
import { tiers } from './tiers.ts';
import { MAX_POWER, warriors } from './warriors.ts';

/** The name of the tournament, in every language. */
export const TOURNAMENT_NAME = 'Tournament of Power';

export type TournamentTexts = ReturnType<typeof getTournamentTexts>;

export function getTournamentTexts(t: Translator) {
  const counts = {
    warriors: String(warriors.length),
    tiers: String(tiers.length),
    categories: String(categories.length),
  };
  return {
    title: TOURNAMENT_NAME,
    line: t(messages.tournamentLine, { tools: warriors.length }),
    counts: [
      { value: counts.warriors, label: t(messages.countWarriors) },
      { value: counts.tiers, label: t(messages.countTiers) },
      { value: counts.categories, label: t(messages.countCategories) },
    ],
    opinion: t(messages.opinion),
    search: t(messages.search),
    allTiers: t(messages.allTiers),
    allCategories: t(messages.allCategories),
    visit: t(messages.visit),
    power: t(messages.power),
    rating: t(messages.rating),
    empty: {
      title: t(messages.emptyTitle),
      line: t(messages.emptyLine),
      clear: t(messages.emptyClear),
    },
    statistics: [
      { value: counts.warriors, label: t(messages.statisticWarriors) },
      { value: counts.tiers, label: t(messages.statisticTiers) },
      { value: counts.categories, label: t(messages.statisticCategories) },
      { value: t(messages.statisticPowerValue, { thousands: MAX_POWER / 1000 }), label: t(messages.statisticPower) },
    ],
    community: {
      title: t(messages.communityTitle),
      line: t(messages.communityLine),
      rule: t(messages.communityRule),
      signIn: t(messages.communitySignIn),
      editorial: t(messages.communityEditorial),
      ranking: t(messages.communityRanking),
      share: t(messages.communityShare),
    },
    back: { label: t(messages.backToHome), href: paths.home },
  };
}

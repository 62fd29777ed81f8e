import type { Translator } from '../../messages/translator.ts';
import type { Warrior, WarriorFacts } from '../schema/tournament-schema.ts';
import * as messages from './content-tournament.messages.ts';
import { warriorsA } from './warriors-a.ts';
import { warriorsB } from './warriors-b.ts';
import { warriorsC } from './warriors-c.ts';
import { warriorsD } from './warriors-d.ts';
import { warriorsS } from './warriors-s.ts';

/** All 50 warriors by editorial rank, without translated texts. Votes and rankings use these. */
export const warriors: WarriorFacts[] = [...warriorsS, ...warriorsA, ...warriorsB, ...warriorsC, ...warriorsD];

export const MAX_POWER = Math.max(...warriors.map(({ power }) => power));

/** Returns a warrior's power level, such as `SSS 10,500`. */
export const formatPowerLevel = (t: Translator, { tier, power }: Pick<WarriorFacts, 'tier' | 'power'>): string =>
  t(messages.powerLevel, { tier, power });

export const translateWarrior = (t: Translator, { power, description, ...facts }: WarriorFacts): Warrior => ({
  ...facts,
  powerLevel: formatPowerLevel(t, { tier: facts.tier, power }),
  description: t(description),
});

/** Returns all 50 warriors, by editorial rank. */
export const getWarriors = (t: Translator): Warrior[] => warriors.map((warrior) => translateWarrior(t, warrior));

/** Returns the number in a power level, with any thousands separator: `SSS 10,500` gives 10500. */
export const getPowerScore = (powerLevel: string): number => Number(powerLevel.replaceAll(/\D/g, ''));

import type { Warrior } from '../schema/tournament-schema.ts';
import { warriorsA } from './warriors-a.ts';
import { warriorsB } from './warriors-b.ts';
import { warriorsC } from './warriors-c.ts';
import { warriorsD } from './warriors-d.ts';
import { warriorsS } from './warriors-s.ts';

/** All 50 warriors, by editorial rank. */
export const warriors: Warrior[] = [...warriorsS, ...warriorsA, ...warriorsB, ...warriorsC, ...warriorsD];

/** Returns the number in a power level: `SSS 10,500` gives 10500. */
export function getPowerScore(powerLevel: string): number {
  return Number(powerLevel.split(' ')[1]?.replace(',', ''));
}

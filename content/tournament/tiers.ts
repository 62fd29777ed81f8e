import type { Tier } from '../schema/tournament-schema.ts';

/** Tiers from best to worst, the order of the roster and of the tier filter. */
export const tiers: Tier[] = [
  { name: 'SSS', min: 10000, max: null, band: '10,000+', epithet: 'Bends the whole galaxy' },
  { name: 'S+', min: 9600, max: 9999, band: '9,600-9,999', epithet: 'One step from the throne' },
  { name: 'S', min: 8500, max: 9599, band: '8,500-9,599', epithet: 'Leads its field' },
  { name: 'A+', min: 8000, max: 8499, band: '8,000-8,499', epithet: 'Starts every game' },
  { name: 'A', min: 7500, max: 7999, band: '7,500-7,999', epithet: 'All-star' },
  { name: 'B+', min: 7000, max: 7499, band: '7,000-7,499', epithet: 'Sixth man, first call' },
  { name: 'B', min: 6500, max: 6999, band: '6,500-6,999', epithet: 'Solid in the rotation' },
  { name: 'C+', min: 6000, max: 6499, band: '6,000-6,499', epithet: 'Specialist with a lock role' },
  { name: 'C', min: 5500, max: 5999, band: '5,500-5,999', epithet: 'Does one job well' },
  { name: 'D+', min: 5000, max: 5499, band: '5,000-5,499', epithet: 'Bench energy' },
  { name: 'D', min: 4500, max: 4999, band: '4,500-4,999', epithet: 'Made the roster' },
];

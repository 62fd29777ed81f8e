import { BrowseFilter } from '../../features/lfg/lfg.schema.ts';
import { MODES, PLATFORMS, POSITIONS, REGIONS } from '../../features/profiles/game.schema.ts';

/**
 * Lists every single Browse filter, every pair of platform and region, and combinations from the most common to the
 * rarest.
 */
export function listFilterCombinations(): BrowseFilter[] {
  const filters: Record<string, unknown>[] = [{}];
  for (const platform of PLATFORMS) filters.push({ platform });
  for (const region of REGIONS) filters.push({ region });
  for (const mode of MODES) filters.push({ modes: [mode] });
  for (const position of POSITIONS) filters.push({ positions: [position] });
  for (const platform of PLATFORMS) for (const region of REGIONS) filters.push({ platform, region });
  for (const region of ['NA-East', 'Oceania', 'Other'])
    for (const mode of MODES)
      for (const position of POSITIONS) filters.push({ region, modes: [mode], positions: [position] });
  for (const platform of ['PS5', 'Switch', 'Other'])
    filters.push({ platform, region: 'Oceania', modes: ['Proving Ground'], positions: ['C', 'PF'] });
  filters.push({ modes: ['Rec', 'Park/City'], positions: ['PG', 'SG', 'SF'] });
  return filters.map((filter) => BrowseFilter.parse(filter));
}

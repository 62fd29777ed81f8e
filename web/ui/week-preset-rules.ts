import { parseWeekWindows, type WeekCells, type WeekWindow } from './week-cells.ts';

const WEEKNIGHTS: WeekWindow['days'] = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'];

const WINDOWS = {
  weeknights: { days: WEEKNIGHTS, start: '19:00', end: '23:00' },
  weekend: { days: ['Sat', 'Sun'], start: '11:00', end: '18:00' },
  late: { days: ['Fri', 'Sat'], start: '22:00', end: '02:00' },
  mornings: { days: WEEKNIGHTS, start: '08:00', end: '11:00' },
} satisfies Record<string, WeekWindow>;

/** Typical hours that players set with one press. */
export type WeekPreset = keyof typeof WINDOWS;
export const WEEK_PRESETS = Object.keys(WINDOWS) as WeekPreset[];

const toCells = (preset: WeekPreset) => parseWeekWindows([WINDOWS[preset]]);

/** Returns whether all hours of a preset are painted. */
export const isPresetOn = (cells: WeekCells, preset: WeekPreset): boolean =>
  toCells(preset).every((isIncluded, index) => !isIncluded || cells[index]);

/** Paints a preset's hours. If the preset is already on, clears the hours that no other active preset includes. */
export function togglePreset(cells: WeekCells, preset: WeekPreset): boolean[] {
  const presetCells = toCells(preset);
  if (!isPresetOn(cells, preset)) return cells.map((cell, index) => cell || presetCells[index]!);
  const others = WEEK_PRESETS.filter((other) => other !== preset && isPresetOn(cells, other)).map(toCells);
  return cells.map((cell, index) => cell && !(presetCells[index] && !others.some((other) => other[index])));
}

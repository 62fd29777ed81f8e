import { describe, expect, it } from 'vitest';
import { english } from '../../messages/lazy-text.ts';
import { countHours, createEmptyWeek, formatWeekLines, parseWeekWindows } from './week-cells.ts';
import { isPresetOn, togglePreset } from './week-preset-rules.ts';

const format = (cells: readonly boolean[]) => formatWeekLines(english, cells, 24).join('; ');

describe('the presets of the week editor', () => {
  it('are on while all their hours are painted', () => {
    const week = togglePreset(createEmptyWeek(), 'weeknights');
    expect([isPresetOn(week, 'weeknights'), isPresetOn(week, 'late'), countHours(week)]).toEqual([true, false, 20]);
    expect(isPresetOn(week.toSpliced(19, 1, false), 'weeknights')).toBe(false);
  });

  it('keep other hours when they are turned on and off', () => {
    const own = parseWeekWindows([{ days: ['Sun'], start: '20:00', end: '22:00' }]);
    expect(togglePreset(togglePreset(own, 'mornings'), 'mornings')).toEqual(own);
  });

  it('keep the hours of another preset that is on', () => {
    const both = togglePreset(togglePreset(createEmptyWeek(), 'weeknights'), 'late');
    const late = togglePreset(both, 'weeknights');
    expect(isPresetOn(late, 'late')).toBe(true);
    expect(format(late)).toBe('Fri, Sat 22:00–02:00');
  });
});

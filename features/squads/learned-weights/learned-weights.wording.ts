import { PARTS, SCORE_PARTS } from '../../../matcher/score-parts.ts';
import type { Learned } from './learned-weights.rules.ts';

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
const WIDTH = Math.max(...PARTS.map((part) => SCORE_PARTS[part].label.length));

/** Formats what was learned as lines for a terminal. */
export function learnedLines({ outcomes, again, present, problem, found }: Learned): string[] {
  if (!found) return [problem ?? 'Nothing was learned.'];
  const { weights, comparison } = found;
  const { ranked, gain, error, calibration, better } = comparison;
  return [
    `${outcomes} squads played; ${again} of them played again (${percent(again / outcomes)}).`,
    '',
    `${'Points out of 100'.padEnd(WIDTH + 2)}  in force  learned`,
    ...PARTS.map((part) => {
      const points = [present[part], weights[part]].map((value) => String(value).padStart(8)).join(' ');
      return `  ${SCORE_PARTS[part].label.padEnd(WIDTH)}  ${points}`;
    }),
    '',
    'Of two squads of which one played again, the score was higher for that one',
    `  in force ${percent(ranked.present)}, learned ${percent(ranked.learned)} (chance: 50 %)`,
    '',
    'How often they played again, of squads held out, by the learned chance',
    ...calibration.map(
      (bin) => `  foretold ${percent(bin.foretold)}, came ${percent(bin.came)} (${bin.outcomes} squads)`,
    ),
    '',
    `On squads held out the learned weights foretell ${Math.abs(gain).toFixed(4)} bits a squad ${gain < 0 ? 'worse' : 'better'} (standard error ${error.toFixed(4)}).`,
    better
      ? 'That is more than chance: they would have matched better.'
      : 'That is not more than chance: keep the weights that are in force.',
  ];
}

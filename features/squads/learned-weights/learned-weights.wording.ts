import { PARTS, SCORE_PARTS } from '../../../matcher/score-parts.ts';
import type { LearnedWeights } from './learned-weights.rules.ts';

const formatPercent = (share: number) => `${(100 * share).toFixed(1)}%`;
const WIDTH = Math.max(...PARTS.map((part) => SCORE_PARTS[part].label.length));

/** Formats the learned weights as lines for a terminal. */
export function formatLearnedWeights({ outcomes, again, current, problem, found }: LearnedWeights): string[] {
  if (!found) return [problem ?? 'No weights were learned.'];
  const { weights, comparison } = found;
  const { ranked, gain, error, calibration, better } = comparison;
  return [
    `${outcomes} squads played; ${again} of them played again (${formatPercent(again / outcomes)}).`,
    '',
    `${'Points out of 100'.padEnd(WIDTH + 2)}  in force  learned`,
    ...PARTS.map((part) => {
      const points = [current[part], weights[part]].map((value) => String(value).padStart(8)).join(' ');
      return `  ${SCORE_PARTS[part].label.padEnd(WIDTH)}  ${points}`;
    }),
    '',
    'How often the score ranked a squad that played again above one that didn’t',
    `  in force ${formatPercent(ranked.current)}, learned ${formatPercent(ranked.learned)} (chance: 50%)`,
    '',
    'How often held-out squads played again, by predicted chance',
    ...calibration.map(
      (bin) =>
        `  predicted ${formatPercent(bin.predicted)}, actual ${formatPercent(bin.came)} (${bin.outcomes} squads)`,
    ),
    '',
    `On held-out squads, the learned weights predict ${Math.abs(gain).toFixed(4)} bits per squad ${gain < 0 ? 'worse' : 'better'} (standard error ${error.toFixed(4)}).`,
    better
      ? 'That’s more than chance. The learned weights would have matched better.'
      : 'That’s no more than chance. Keep the weights in force.',
  ];
}

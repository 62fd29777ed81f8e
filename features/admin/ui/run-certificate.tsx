import { english } from '../../../messages/lazy-text.ts';
import { KeyValueList } from '../../../web/ui/key-value-list.tsx';
import { PART_LABELS } from '../../matches/score-parts.rules.ts';
import { translateValue } from '../../profiles/game-labels.schema.ts';
import { type Certificate, getPhaseLabel, getReasonLabel } from '../run-reports.rules.ts';
import { type Bar, Bars } from './run-bars.tsx';
import { ScoreHistogram } from './run-histogram.tsx';

const formatPercent = (share: number) => `${(share * 100).toFixed(2)}%`;
const formatCount = (count: number, noun: string) => `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;

/**
 * Shows a round's certificate with charts.
 * @param leftOver number of players who still have neither a squad nor a pair. The certificate itself counts all
 *   players who got nothing in this round
 */
export function CertificateView({ certificate: c, leftOver }: { certificate: Certificate; leftOver: number | null }) {
  return (
    <div className="stack-lg">
      <KeyValueList
        columns={2}
        items={[
          { label: 'Pool', value: formatCount(c.pool, 'player') },
          { label: 'Squads and pairs', value: `${formatCount(c.squads, 'squad')}, ${formatCount(c.pairs, 'pair')}` },
          {
            label: 'No match in this round',
            value:
              leftOver === null
                ? formatCount(c.leftOver, 'player')
                : `${formatCount(c.leftOver, 'player')}, ${leftOver} of them unmatched`,
          },
          { label: 'Total score', value: c.total.toFixed(1) },
          {
            label: 'No round could score more than',
            value: `${c.bound.toFixed(1)}; this one reached ${formatPercent(1 - c.gap)} of it`,
          },
          {
            label: 'No round could make more squads than',
            value: `${Math.floor(c.squadBound)}; this one reached ${formatPercent(1 - c.squadGap)} of it`,
          },
          {
            label: 'Scores',
            value: `${c.scores.mean.toFixed(1)} on average, ${c.scores.lowest.toFixed(1)} to ${c.scores.highest.toFixed(1)}`,
          },
          { label: 'Compute time', value: formatCount(Number(c.seconds.toFixed(2)), 'second') },
          { label: 'Memory', value: `${Math.round(c.memoryMb)} MB` },
          { label: 'Groups checked', value: c.work.toLocaleString('en') },
          { label: 'Reproduce with', value: `seed ${c.seed}, effort ${c.effort}` },
          {
            label: 'Made for',
            value: `the week of ${c.weekOf}, with ${c.rules === 'default' ? 'the built-in rules' : `rules of ${c.rules}`}`,
          },
        ]}
      />
      <div className="grid gap-8 lg:grid-cols-2">
        <ScoreHistogram columns={c.scores.histogram} />
        <Bars
          title="Average points by part of the score"
          bars={c.scores.parts.map(({ part, mean, weight }) => ({
            label: translateValue(english, PART_LABELS, part),
            value: weight > 0 ? mean / weight : 0,
            note: `${mean.toFixed(1)} of ${weight}`,
            tone: 'violet',
          }))}
        />
        <Bars
          title="Position coverage"
          bars={c.coverage.map((seat) => ({
            label: seat.position,
            value: seat.seated,
            note: `${seat.seated} placed, ${seat.seatedOffRole} of them off their own position, ${seat.leftOver} without a match`,
          }))}
        />
        <Bars
          title="No match, by reason"
          empty="Everyone got a squad or a pair."
          bars={Object.entries(c.leftOverByReason)
            .filter(([, value]) => value > 0)
            .map(([reason, value]) => ({ label: getReasonLabel(reason), value, tone: 'violet' }))}
        />
        <Bars title="Wait by position, in rounds" empty="No one is waiting." bars={toWaitBars(c.wait.byPosition)} />
        <Bars title="Wait by region, in rounds" empty="No one is waiting." bars={toWaitBars(c.wait.byRegion)} />
        <Bars
          title="Seconds by step"
          bars={c.phases.map(({ name, seconds }) => ({
            label: getPhaseLabel(name),
            value: seconds,
            note: seconds.toFixed(3),
          }))}
        />
      </div>
    </div>
  );
}

/** Returns bars for the 95th percentile of the wait time. The notes add the median and the maximum. */
function toWaitBars(waits: Certificate['wait']['byPosition']): Bar[] {
  return Object.entries(waits).map(([label, wait]) => ({
    label,
    value: wait.p95,
    note: `${formatCount(wait.players, 'player')}: median wait ${wait.p50}, 95th percentile ${wait.p95}, longest ${wait.longest}`,
    tone: 'gold',
  }));
}

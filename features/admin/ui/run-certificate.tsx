import { KeyValueList } from '../../../web/ui/key-value-list.tsx';
import { partLabel } from '../../matches/score-parts.rules.ts';
import { type Certificate, reasonLabel } from '../run-reports.rules.ts';
import { type Bar, Bars } from './run-bars.tsx';
import { ScoreHistogram } from './run-histogram.tsx';

const percent = (share: number) => `${(share * 100).toFixed(2)}%`;
const many = (count: number, noun: string) => `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;

/** What a run proves about itself, with its drawings. */
export function CertificateView({ certificate: c }: { certificate: Certificate }) {
  return (
    <div className="stack-lg">
      <KeyValueList
        columns={2}
        items={[
          { label: 'Pool', value: many(c.pool, 'player') },
          { label: 'Squads and pairs', value: `${many(c.squads, 'squad')}, ${many(c.pairs, 'pair')}` },
          { label: 'Left over', value: many(c.leftOver, 'player') },
          { label: 'Total score', value: c.total.toFixed(1) },
          { label: 'Proven upper bound', value: `${c.bound.toFixed(1)} (gap ${percent(c.gap)})` },
          { label: 'Most squads possible', value: `${Math.floor(c.squadBound)} (gap ${percent(c.squadGap)})` },
          {
            label: 'Scores',
            value: `mean ${c.scores.mean.toFixed(1)}, ${c.scores.lowest.toFixed(1)} to ${c.scores.highest.toFixed(1)}`,
          },
          { label: 'Seconds', value: c.seconds.toFixed(2) },
          { label: 'Memory', value: `${Math.round(c.memoryMb)} MB` },
          { label: 'Groups looked at', value: c.work.toLocaleString('en') },
          { label: 'Seed and effort', value: `${c.seed}, ${c.effort}` },
          { label: 'Week and rules', value: `${c.weekOf}, ${c.rules}` },
        ]}
      />
      <div className="grid gap-8 lg:grid-cols-2">
        <ScoreHistogram columns={c.scores.histogram} />
        <Bars
          title="Points by part of the score (mean)"
          bars={c.scores.parts.map(({ part, mean, weight }) => ({
            label: partLabel(part),
            value: weight > 0 ? mean / weight : 0,
            note: `${mean.toFixed(1)} of ${weight}`,
            tone: 'violet',
          }))}
        />
        <Bars
          title="Coverage of positions"
          bars={c.coverage.map((seat) => ({
            label: seat.position,
            value: seat.seated,
            note: `${seat.seated} seated (${seat.seatedOffRole} off role), ${seat.leftOver} left over`,
          }))}
        />
        <Bars
          title="Left over by reason"
          empty="Nobody is left over."
          bars={Object.entries(c.leftOverByReason)
            .filter(([, value]) => value > 0)
            .map(([reason, value]) => ({ label: reasonLabel(reason), value, tone: 'violet' }))}
        />
        <Bars title="Wait by position, in runs" empty="Nobody waits." bars={waitBars(c.wait.byPosition)} />
        <Bars title="Wait by region, in runs" empty="Nobody waits." bars={waitBars(c.wait.byRegion)} />
        <Bars
          title="Seconds by phase"
          bars={c.phases.map(({ name, seconds }) => ({ label: name, value: seconds, note: seconds.toFixed(3) }))}
        />
      </div>
    </div>
  );
}

/** Bars of the wait that 95 of 100 stay under; the words give the half and the longest as well. */
function waitBars(waits: Certificate['wait']['byPosition']): Bar[] {
  return Object.entries(waits).map(([label, wait]) => ({
    label,
    value: wait.p95,
    note: `p50 ${wait.p50} · p95 ${wait.p95} · longest ${wait.longest} · ${many(wait.players, 'player')}`,
    tone: 'gold',
  }));
}

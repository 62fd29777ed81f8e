import { KeyValueList } from '../../../../web/ui/key-value-list.tsx';
import type { Certificate } from '../../runs/rules.ts';
import { Bars } from './bars.tsx';

const percent = (share: number) => `${(share * 100).toFixed(2)}%`;

/** What a run proves about itself, with its drawings. */
export function CertificateView({ certificate: c }: { certificate: Certificate }) {
  return (
    <div className="stack-lg">
      <KeyValueList
        columns={2}
        items={[
          { label: 'Pool', value: c.pool },
          { label: 'Squads and pairs', value: `${c.squads} and ${c.pairs}` },
          { label: 'Left over', value: c.leftOver },
          { label: 'Total score', value: c.total.toFixed(1) },
          { label: 'Proven upper bound', value: `${c.bound.toFixed(1)} (gap ${percent(c.gap)})` },
          { label: 'Most squads possible', value: `${Math.floor(c.squadBound)} (gap ${percent(c.squadGap)})` },
          { label: 'Seconds', value: c.seconds.toFixed(2) },
          { label: 'Seed and effort', value: `${c.seed}, ${c.effort}` },
          { label: 'Week', value: c.weekOf },
          { label: 'Rules', value: c.rules },
        ]}
      />
      <div className="grid gap-8 lg:grid-cols-2">
        <Bars
          title="Scores"
          bars={c.scores.histogram.map((bar) => ({
            label: `${bar.from}–${bar.to}`,
            value: bar.squads + bar.pairs,
            note: `${bar.squads} squads, ${bar.pairs} pairs`,
            tone: bar.from >= 70 ? 'court' : 'violet',
          }))}
        />
        <Bars
          title="Coverage: players seated by position"
          bars={c.coverage.map((seat) => ({
            label: seat.position,
            value: seat.seated,
            note: `${seat.seated}, ${seat.leftOver} left over`,
          }))}
        />
        <Bars
          title="Wait by position (95 of 100 wait at most, in runs)"
          bars={Object.entries(c.wait.byPosition).map(([label, wait]) => ({
            label,
            value: wait.p95,
            note: `${wait.p95} runs, ${wait.players} players`,
            tone: 'gold',
          }))}
        />
        <Bars
          title="Left over by reason"
          bars={Object.entries(c.leftOverByReason).map(([label, value]) => ({ label, value, tone: 'violet' }))}
        />
      </div>
    </div>
  );
}

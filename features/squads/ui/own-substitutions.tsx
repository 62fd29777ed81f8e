import { Link } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { formatZoneName } from '../../../time/reader-times.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Countdown } from '../../../web/ui/moment.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { useReaderClock } from '../../../web/ui/reader-clock.ts';
import type { OwnSquads } from '../squads.schema.ts';
import { formatSessionTime } from './session-times.ts';
import { SquadCrest } from './squad-crest.tsx';

/** Sessions of other squads where the reader was asked to sub in or has agreed to. */
export function OwnSubstitutions({ substitutions }: { substitutions: OwnSquads['stand_ins'] }) {
  const clock = useReaderClock();
  if (substitutions.length === 0) return null;
  return (
    <ul className="stack" aria-label="Sessions to sub in for">
      {substitutions.map((one) => (
        <Panel as="li" key={one.session_id} tone="court" className="flex flex-wrap items-center gap-4">
          <SquadCrest seed={one.crest_seed} size={56} />
          <div className="min-w-0 flex-1 basis-64 wrap-anywhere">
            <p>
              <Link to={paths.session(one.session_id)}>
                {one.state === 'in' ? 'You’re subbing in for' : 'Sub in for'} {one.squad_name}
              </Link>
            </p>
            <p className="text-sm text-mist">
              <time dateTime={one.starts_at}>{formatSessionTime(one, { zone: one.zone, clock })}</time>
              <span>, {formatZoneName(one.zone)} time</span>
              {one.state === 'asked' && (
                <span>
                  . Answer <Countdown until={one.until} />.
                </span>
              )}
            </p>
          </div>
          <Badge tone={one.state === 'in' ? 'green' : 'gold'}>
            {one.state === 'in' ? "You're in" : 'You’re invited'}
          </Badge>
        </Panel>
      ))}
    </ul>
  );
}

import { Link } from 'react-router';
import { paths } from '../../../content/paths.ts';
import type { Tag } from '../../../messages/message.ts';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import { describeZone } from '../../../time/reader-times.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { DeadlineMessage } from '../../../web/ui/moment.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { useReaderClock } from '../../../web/ui/reader-clock.ts';
import * as messages from '../squads.messages.ts';
import type { OwnSquads } from '../squads.schema.ts';
import { formatSessionTime } from './session-times.ts';
import { SquadCrest } from './squad-crest.tsx';

/** Lists sessions of other squads where the reader is a substitute or invited to be. */
export function OwnSubstitutions({ substitutions }: { substitutions: OwnSquads['stand_ins'] }) {
  const t = useTranslator();
  if (substitutions.length === 0) return null;
  return (
    <ul className="stack" aria-label={t(messages.substitutionsList)}>
      {substitutions.map((one) => (
        <Panel as="li" key={one.session_id} tone="orange" className="flex flex-wrap items-center gap-4">
          <SquadCrest seed={one.crest_seed} size={56} />
          <div className="min-w-0 flex-1 basis-64 wrap-anywhere">
            <p>
              <Link to={paths.session(one.session_id)}>
                {t(one.state === 'in' ? messages.subbingInFor : messages.subInFor, { squad: one.squad_name })}
              </Link>
            </p>
            <SubstitutionTime key={one.state} one={one} />
          </div>
          <Badge tone={one.state === 'in' ? 'green' : 'gold'}>
            {one.state === 'in' ? t(messages.youreIn) : t(messages.youreInvited)}
          </Badge>
        </Panel>
      ))}
    </ul>
  );
}

type Substitution = OwnSquads['stand_ins'][number];

/** Shows when the session is and, while the offer is open, the answer deadline. */
function SubstitutionTime({ one }: { one: Substitution }) {
  const t = useTranslator();
  const clock = useReaderClock();
  const renderTime: Tag = (children) => <time dateTime={one.starts_at}>{children}</time>;
  const values = {
    when: renderTime,
    time: formatSessionTime(t, one, { zone: one.zone, clock }),
    zone: describeZone(t, one.zone),
  };
  return (
    <p className="text-sm text-muted">
      {one.state === 'in' ? (
        <RichMessage message={messages.substitutionTime} values={values} />
      ) : (
        <DeadlineMessage message={messages.substitutionDeadline} values={values} until={one.until} />
      )}
    </p>
  );
}

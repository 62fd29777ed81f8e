import { getDashboard } from '../../../content/umbrella/dashboard-content.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi } from '../../../web/api-client.ts';
import { Button } from '../../../web/ui/button.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { Icon, type IconName } from '../../../web/ui/icon.tsx';
import { DeadlineMessage, Moment } from '../../../web/ui/moment.tsx';
import { useAction } from '../../../web/use-action.ts';
import type { WaitingRow } from '../dashboard/dashboard.schema.ts';
import * as messages from '../site.messages.ts';

const ICONS: Record<string, IconName> = {
  check: 'bolt',
  still_there: 'bolt',
  check_in: 'pin',
  proposal: 'court',
  party: 'users',
  squad_invitation: 'planet',
  session: 'calendar',
  stand_in: 'calendar',
  applicants: 'users',
  booking: 'work',
  paid_seat: 'work',
  order: 'wallet',
  feedback: 'star',
  past_match: 'star',
  review: 'star',
  messages: 'chat',
};

/** The reader's pending actions, one row each with a single action. */
export function WaitingList({ rows }: { rows: readonly WaitingRow[] }) {
  const t = useTranslator();
  return (
    <ul className="waiting" aria-label={getDashboard(t).waiting.title}>
      {rows.map((row) => (
        <li key={`${row.kind} ${row.check_in?.session_id ?? row.action.path} ${row.title}`} className="waiting-row">
          <Icon name={ICONS[row.kind] ?? 'bell'} size={20} className="text-muted" />
          <div className="min-w-0">
            <p className="font-medium wrap-anywhere">{row.title}</p>
            <Due row={row} />
          </div>
          {row.check_in ? <CheckIn row={row} session={row.check_in} /> : <Open row={row} />}
        </li>
      ))}
    </ul>
  );
}

function Due({ row: { at, until } }: { row: WaitingRow }) {
  if (!at && !until) return null;
  const renderTime = () => <Moment at={at!} />;
  // A session can be answered until it begins, so one time covers both.
  const closes = until !== at ? until : null;
  return (
    <p className="text-sm text-muted">
      {!closes && renderTime()}
      {closes && !at && (
        <span>
          <DeadlineMessage message={messages.closes} until={closes} />
        </span>
      )}
      {closes && at && (
        <span>
          <DeadlineMessage message={messages.startsAndCloses} values={{ time: renderTime }} until={closes} />
        </span>
      )}
    </p>
  );
}

function Open({ row: { title, action } }: { row: WaitingRow }) {
  const t = useTranslator();
  return (
    <ButtonLink
      to={action.path}
      size="sm"
      variant="secondary"
      aria-label={t(messages.actionOn, { action: action.label, subject: title })}
    >
      {action.label}
    </ButtonLink>
  );
}

type CheckInProps = { row: WaitingRow; session: NonNullable<WaitingRow['check_in']> };

function CheckIn({ row, session }: CheckInProps) {
  const t = useTranslator();
  const { run } = useAction();
  const save = browserApi().api.squads[':id'].sessions[':session_id']['check-in'].$put;
  const param = { id: session.squad_id, session_id: session.session_id };
  const checkIn = () => run(() => save({ param, json: { version: session.version } }), t(messages.checkedInToast));
  return (
    <Button
      size="sm"
      icon="check"
      aria-label={t(messages.actionOn, { action: row.action.label, subject: row.title })}
      onClick={() => checkIn()}
    >
      {row.action.label}
    </Button>
  );
}

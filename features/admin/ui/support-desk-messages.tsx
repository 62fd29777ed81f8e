import { Moment } from '../../../web/ui/moment.tsx';
import type { DeskRequest } from '../../support/support.schema.ts';
import { formatPerson } from './support-desk-labels.ts';

const EMAIL_STATES = { waiting: 'Sending email', sent: 'Emailed', failed: "Email couldn't be delivered" };

/** The conversation of a request with its authors, oldest message first. */
export function DeskMessages({ request }: { request: DeskRequest }) {
  return (
    <ol className="stack" aria-label="Messages">
      {request.messages.map(({ id, author, text, created_at, written_by, email }) => {
        const isTeam = author === 'team';
        return (
          <li key={id} className="panel panel-sm grid gap-1" data-tone={isTeam ? 'cyan' : undefined}>
            <p className="flex flex-wrap items-baseline gap-x-2">
              <span className="font-medium wrap-anywhere">
                {isTeam ? (written_by?.name ?? 'An admin') : formatPerson(request)}
              </span>
              <Moment at={created_at} className="text-xs text-muted" />
              {isTeam && email && <span className="text-xs text-muted">{EMAIL_STATES[email]}</span>}
            </p>
            <p className="whitespace-pre-line wrap-anywhere">{text}</p>
          </li>
        );
      })}
    </ol>
  );
}

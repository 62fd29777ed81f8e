import type { DeskLine } from '../../support/support.schema.ts';
import type { RequestState } from '../../support/support-topics.schema.ts';

/** The states as admins see them. */
export const DESK_STATES: Record<RequestState, { label: string; empty: string }> = {
  open: { label: 'Open', empty: 'No open requests.' },
  waiting: { label: 'Waiting', empty: 'No requests waiting for the person.' },
  answered: { label: 'Answered', empty: 'No answered requests.' },
  closed: { label: 'Closed', empty: 'No closed requests.' },
};

/** Returns the name of a request's person, or a visitor's email address. */
export const formatPerson = ({ person, visitor_email }: Pick<DeskLine, 'person' | 'visitor_email'>): string =>
  visitor_email ?? person?.name ?? 'A player without a name';

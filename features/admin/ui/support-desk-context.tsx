import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { english } from '../../../messages/lazy-text.ts';
import { KeyValueList } from '../../../web/ui/key-value-list.tsx';
import { Moment } from '../../../web/ui/moment.tsx';
import type { DeskRequest } from '../../support/support.schema.ts';
import { ABOUT_LABELS, type AboutKind } from '../../support/support-topics.schema.ts';
import { formatPerson } from './support-desk-labels.ts';

/** Pages where admins see what a request is about. Matches and bookings have no such page. */
const ABOUT_PAGES: Partial<Record<AboutKind, (id: string) => string>> = {
  order: paths.adminOrder,
  squad: paths.squadPage,
  listing: paths.listing,
  player: paths.profile,
};

function AboutLink({ about }: { about: NonNullable<DeskRequest['about']> }) {
  const toPage = ABOUT_PAGES[about.kind];
  return toPage ? (
    <Link to={toPage(about.id)} className="underline wrap-anywhere">
      {about.id}
    </Link>
  ) : (
    about.id
  );
}

/** Shows who wrote the request, and its context: subject, page, error and language. */
export function DeskContext({ request }: { request: DeskRequest }) {
  const { person, about, page, error_reference: reference, taken_by: takenBy } = request;
  const items: { label: string; value: ReactNode }[] = [
    {
      label: person ? 'Player' : 'Visitor',
      value: person ? (
        <Link to={`?tab=players&player=${person.id}`} className="underline">
          {formatPerson(request)}
        </Link>
      ) : (
        formatPerson(request)
      ),
    },
    { label: 'Written', value: <Moment at={request.created_at} /> },
    { label: 'Assigned to', value: takenBy ? (takenBy.name ?? 'An admin') : 'No one' },
    ...(about ? [{ label: english(ABOUT_LABELS[about.kind]), value: <AboutLink about={about} /> }] : []),
    ...(page ? [{ label: 'Page', value: page }] : []),
    ...(reference ? [{ label: 'Error', value: reference }] : []),
    ...(person ? [] : [{ label: 'Language', value: request.language }]),
  ];
  return <KeyValueList columns={2} items={items} />;
}

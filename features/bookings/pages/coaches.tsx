import { data, Link, type LoaderFunctionArgs, type MetaArgs, useLoaderData, useSearchParams } from 'react-router';
import { getCoaches, getCoachesTexts } from '../../../content/coaches-content.ts';
import { endpoints } from '../../../content/endpoints.ts';
import { paths } from '../../../content/paths.ts';
import { getCoachingSprint } from '../../../content/protocol/coaching-sprint.ts';
import { bookingsSeo } from '../../../content/seo/bookings-seo.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import { serverApi, unwrap } from '../../../web/api-client.ts';
import type { PageHandle } from '../../../web/page-handle.ts';
import { createPageMeta } from '../../../web/page-meta.ts';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { Card } from '../../../web/ui/card.tsx';
import { Chip } from '../../../web/ui/chip.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import * as messages from '../bookings.messages.ts';
import { SellerLine } from '../ui/seller-line.tsx';
import { useSellerRatings } from '../ui/use-seller-ratings.ts';

export const handle: PageHandle = { parameters: ['order'] };

export async function loader({ context }: LoaderFunctionArgs) {
  const coaches = await unwrap(serverApi(context).api.coaches.$get()).catch(() => ({ bookable: [] as string[] }));
  return data(coaches.bookable);
}

export function meta({ matches }: MetaArgs) {
  return createPageMeta(matches, { ...bookingsSeo[paths.coaches](readerTranslator), path: paths.coaches });
}

export default function CoachesPage() {
  const t = useTranslator();
  const bookableIds = useLoaderData<typeof loader>();
  const [address] = useSearchParams();
  const order = address.get('order');
  const { title, line } = getCoachesTexts(t);
  const coachingSprint = getCoachingSprint(t);
  const ratings = useSellerRatings(bookableIds.length > 0 ? endpoints.coachRatings : undefined);
  return (
    <div className="page-limb">
      <div className="page stack-lg pb-16">
        <PageTitle title={title} lead={line} className="pb-0" />
        {order && (
          <Notice tone="gold" title={t(messages.sprintPaidTitle)}>
            {t(messages.sprintPaidHint)}
          </Notice>
        )}
        <div className="card-grid">
          {getCoaches(t).map((coach) => (
            <Card key={coach.id} padding="none" className="flex flex-col overflow-clip">
              {/* The coach's area on the court. */}
              <img src={`/art/${coach.id}.svg`} alt="" width={400} height={200} className="h-auto w-full" />
              <div className="stack flex-1 p-4 md:p-6">
                <div>
                  <h2 className="text-xl">{coach.name}</h2>
                  <p className="text-muted">{coach.title}</p>
                </div>
                <ul className="cluster">
                  {coach.specialties.map((specialty) => (
                    <li key={specialty}>
                      <Chip>{specialty}</Chip>
                    </li>
                  ))}
                </ul>
                <p>{coach.bio}</p>
                {bookableIds.includes(coach.id) && <SellerLine rating={ratings.get(coach.id)} />}
                <div className="cluster mt-auto">
                  {bookableIds.includes(coach.id) && (
                    <ButtonLink to={paths.coach(coach.id) + (order ? `?order=${order}` : '')}>
                      {coachingSprint.cta}
                    </ButtonLink>
                  )}
                  <ButtonLink variant="secondary" href={coach.watch.href}>
                    {coach.watch.label}
                  </ButtonLink>
                </div>
              </div>
            </Card>
          ))}
        </div>
        <p className="text-muted">
          {t(messages.sprintSummary, {
            name: coachingSprint.name,
            price: coachingSprint.price,
            terms: coachingSprint.terms,
            refund: coachingSprint.refund,
          })}
        </p>
        <p className="text-muted">
          <RichMessage
            message={messages.coachesOnly}
            values={{ link: (children) => <Link to={paths.helpFrom(paths.coaches)}>{children}</Link> }}
          />
        </p>
      </div>
    </div>
  );
}

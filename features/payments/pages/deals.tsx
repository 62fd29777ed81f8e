import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { getCoachingSprint } from '../../../content/protocol/coaching-sprint.ts';
import * as dealsMessages from '../../../content/protocol/content-protocol.messages.ts';
import { getDealGroups, getDeals, getDealsTexts } from '../../../content/protocol/deals-content.ts';
import type { Deal } from '../../../content/schema/offers-schema.ts';
import { getBetaNotes } from '../../../content/site.ts';
import type { Translator } from '../../../messages/translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { serverApi, unwrap } from '../../../web/api-client.ts';
import { getPageMetadata } from '../../../web/page-facts.ts';
import { createPageHead } from '../../../web/page-meta.ts';
import { RichText } from '../../../web/rich-text.tsx';
import { Badge } from '../../../web/ui/badge.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { Card } from '../../../web/ui/card.tsx';
import { Icon } from '../../../web/ui/icon.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import { Section } from '../../../web/ui/section.tsx';
import * as messages from '../payments.messages.ts';
import { BuyButton } from '../ui/buy-button.tsx';
import { CheckoutTerms } from '../ui/checkout-terms.tsx';
import { FounderSeats, LineupSpots, SevenGames } from '../ui/deal-marks.tsx';
import { formatPriorityLine } from '../ui/priority-line.ts';

type SpotsLeft = { seatsLeft: number; priorityLeft: number };

export async function loader({ context }: LoaderFunctionArgs) {
  // Show the offers even if the number of seats can't be loaded.
  const seats: SpotsLeft | null = await unwrap(serverApi(context).api.deals.$get()).catch(() => null);
  return { left: seats, page: getPageMetadata(paths.deals) };
}

export const meta = createPageHead;

export default function DealsPage() {
  const t = useTranslator();
  const { left } = useLoaderData<typeof loader>();
  const dealsTexts = getDealsTexts(t);
  const deals = getDeals(t);
  const coachingSprint = getCoachingSprint(t);
  return (
    <div className="page stack-lg pb-16">
      <PageTitle title={dealsTexts.title} className="pb-0" />
      <div className="grid gap-4 lg:grid-cols-2">
        <Notice tone="gold" icon="star" title={dealsTexts.banner}>
          {formatPriorityLine(t, left?.priorityLeft)}
        </Notice>
        <Notice tone="cyan" title={t(messages.beta)}>
          {getBetaNotes(t).deals}
        </Notice>
      </div>
      {getDealGroups(t).map((group) => (
        <Section key={group.id} id={group.anchor} title={group.title} lead={group.line}>
          <div className="stack">
            <DealCards deals={deals.filter((deal) => deal.group === group.id)} seatsLeft={left} />
            {group.id === '7game' && <p className="text-sm text-balance text-muted">{dealsTexts.held}</p>}
          </div>
        </Section>
      ))}
      <Section id="pcz-coaching" title={coachingSprint.name} lead={coachingSprint.line}>
        <Card className="flex flex-wrap items-center justify-between gap-4">
          <div className="stack gap-2">
            <Price price={coachingSprint.price} terms={coachingSprint.terms} />
            <p className="text-sm text-muted">{coachingSprint.refund}</p>
          </div>
          <div className="cluster">
            <BuyButton purchase={{ priceId: coachingSprint.priceId }}>{coachingSprint.cta}</BuyButton>
            <ButtonLink variant="secondary" to={coachingSprint.coaches.href}>
              {coachingSprint.coaches.label}
            </ButtonLink>
          </div>
        </Card>
      </Section>
      <p className="text-sm text-muted">{dealsTexts.fees}</p>
      <p className="text-sm text-muted">
        <CheckoutTerms />
      </p>
      <ButtonLink variant="ghost" to={dealsTexts.refunds.href} icon="shield" className="btn-flush self-start">
        {dealsTexts.refunds.label}
      </ButtonLink>
    </div>
  );
}

function Price({ price, terms }: { price: string; terms: string }) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-3">
      <span className="font-display text-3xl font-extrabold tracking-tight text-orange-ink">{price}</span>
      <span className="text-muted">{terms}</span>
    </p>
  );
}

/** Returns a link to players who fit a hire, or to the assembly form, so people can choose before they pay. */
function getDealLink(t: Translator, deal: Deal): { to: string; label: string } | undefined {
  if (deal.group === '7game') return { to: `${paths.hire}?priceId=${deal.priceId}`, label: t(messages.seePlayers) };
  if (deal.group === 'assembly') return { to: paths.assemblyRequest, label: t(messages.writeRequestFirst) };
  return undefined;
}

/** Shows a group of deals. A single deal takes the full width, with its contents beside the price. */
function DealCards({ deals, seatsLeft }: { deals: Deal[]; seatsLeft: SpotsLeft | null }) {
  const [onlyDeal, ...others] = deals;
  if (onlyDeal && others.length === 0) return <DealCard deal={onlyDeal} seatsLeft={seatsLeft} wide />;
  return (
    <div className="card-grid">
      {deals.map((deal) => (
        <DealCard key={deal.id} deal={deal} seatsLeft={seatsLeft} />
      ))}
    </div>
  );
}

function DealCard({ deal, seatsLeft, wide }: { deal: Deal; seatsLeft: SpotsLeft | null; wide?: boolean }) {
  const t = useTranslator();
  const isFounders = deal.group === 'founders';
  const isSoldOut = isFounders && seatsLeft?.seatsLeft === 0;
  const other = getDealLink(t, deal);
  const features = (
    <ul className="stack gap-2">
      {deal.features.map((feature) => (
        <li key={feature} className="flex gap-2">
          <Icon name="check" className="mt-0.5 shrink-0 text-green" />
          <span>
            <RichText line={feature} />
          </span>
        </li>
      ))}
    </ul>
  );
  return (
    <Card className={wide ? 'grid gap-8 md:grid-cols-2' : 'stack'}>
      <div className={wide ? 'stack' : 'contents'}>
        <div className="flex flex-wrap items-start justify-between gap-2">
          <h3 className="text-xl">{deal.name}</h3>
          {isFounders && seatsLeft && (
            <Badge tone={seatsLeft.seatsLeft > 10 ? 'gold' : 'red'}>
              {t(dealsMessages.seatsLeft, { count: seatsLeft.seatsLeft })}
            </Badge>
          )}
        </div>
        <Price price={deal.price} terms={deal.terms} />
        <p className="text-muted">{deal.line}</p>
        {!wide && <SevenGames />}
        {!wide && features}
        <div className={wide ? 'mt-auto grid gap-2 pt-2 sm:flex sm:flex-wrap' : 'mt-auto grid gap-1 pt-2'}>
          <BuyButton purchase={{ priceId: deal.priceId }} disabled={isSoldOut} block={!wide}>
            {isSoldOut ? t(messages.allSeatsTaken) : deal.cta}
          </BuyButton>
          {other && (
            <ButtonLink variant="ghost" to={other.to} block={!wide}>
              {other.label}
            </ButtonLink>
          )}
        </div>
      </div>
      {wide && (
        <div className="stack gap-6">
          {features}
          {isFounders ? seatsLeft && <FounderSeats seatsLeft={seatsLeft.seatsLeft} /> : <LineupSpots />}
        </div>
      )}
    </Card>
  );
}

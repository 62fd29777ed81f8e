import { useState } from 'react';
import {
  data,
  type LoaderFunctionArgs,
  type MetaArgs,
  useLoaderData,
  useNavigate,
  useSearchParams,
} from 'react-router';
import { endpoints } from '../../../content/endpoints.ts';
import { paths } from '../../../content/paths.ts';
import { formatPrice } from '../../../content/prices.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi, serverApi, unwrap } from '../../../web/api-client.ts';
import { useAuth } from '../../../web/auth-session.ts';
import type { PageHandle } from '../../../web/page-handle.ts';
import { createPageMeta } from '../../../web/page-meta.ts';
import { Button } from '../../../web/ui/button.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { EmptyState } from '../../../web/ui/empty-state.tsx';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import { Pagination } from '../../../web/ui/pagination.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { Select } from '../../../web/ui/select.tsx';
import { useQuery } from '../../../web/use-query.ts';
import { CheckoutTerms } from '../../payments/ui/checkout-terms.tsx';
import { goToCheckout } from '../../payments/ui/start-checkout.ts';
import { useEntitlements } from '../../payments/ui/use-entitlements.ts';
import { PurchaseQuestion, usePurchaseConfirmation } from '../../payments/ui/use-purchase-confirmation.tsx';
import { listOptions, PLATFORM_LABELS, REGION_LABELS } from '../../profiles/game-labels.schema.ts';
import { PLATFORMS, REGIONS } from '../../profiles/profiles.schema.ts';
import { useHiddenPlayers } from '../../profiles/ui/use-hidden.ts';
import * as messages from '../bookings.messages.ts';
import { HIRE_PRICES, HIRE_ROLES, type OfferCard as Offer } from '../bookings.schema.ts';
import { HireDialog } from '../ui/hire-dialog.tsx';
import { OfferCard } from '../ui/offer-card.tsx';
import { getTierLabel, TIER_LABELS } from '../ui/tier-labels.ts';
import { useSellerRatings } from '../ui/use-seller-ratings.ts';

const findOption = <T extends string>(list: readonly T[], value: string | null) => list.find((one) => one === value);

function parseQuery(address: URLSearchParams) {
  const query = {
    priceId: findOption(HIRE_PRICES, address.get('priceId')),
    role: findOption(HIRE_ROLES, address.get('role')),
    region: findOption(REGIONS, address.get('region')),
    platform: findOption(PLATFORMS, address.get('platform')),
    player: address.get('player')?.match(/^[0-9a-f-]{36}$/)?.[0],
    after: address.get('after') ?? undefined,
  };
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
}

type Page = { offers: Offer[]; next: string | null };

const VALUES = { priceId: HIRE_PRICES, role: HIRE_ROLES, region: REGIONS, platform: PLATFORMS };

export const handle: PageHandle = { parameters: [...Object.keys(VALUES), 'player', 'after'], values: VALUES };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const query = parseQuery(new URL(request.url).searchParams);
  const page = await unwrap(serverApi(context).api.hire.offers.$get({ query })).catch(() => null);
  return data<Page | null>(page as Page | null, { status: page ? 200 : 503 });
}

export function meta({ matches }: MetaArgs) {
  const description = readerTranslator(messages.hireMetaDescription);
  return createPageMeta(matches, { title: readerTranslator(messages.hireMetaTitle), description, path: paths.hire });
}

export default function HirePage() {
  const t = useTranslator();
  const page = useLoaderData<typeof loader>();
  const [address] = useSearchParams();
  const navigate = useNavigate();
  const [hiring, setHiring] = useState<Offer>();
  const { confirm, question } = usePurchaseConfirmation();
  const ids = page?.offers.map(({ userId }) => userId) ?? [];
  const hiddenIds = useHiddenPlayers(ids);
  const ratings = useSellerRatings(ids.length > 0 ? endpoints.hireRatings(ids.join(',')) : undefined);
  const entitlements = useEntitlements();
  const { user } = useAuth();
  const ownOffer = useQuery(user?.id, () => browserApi().api.hire.offer.$get());
  /** The paid hires that still need a player. */
  const paidOrders = ownOffer.data?.unassigned ?? [];
  const requestedOrder = paidOrders.find((one) => one.id === address.get('order')) ?? paidOrders[0];
  const paidTier = requestedOrder && getTierLabel(requestedOrder.priceId);
  const change = (name: string, value: string) => {
    const next = new URLSearchParams(address);
    next.delete('after');
    if (value) next.set(name, value);
    else next.delete(name);
    void navigate(`${paths.hire}?${next}`, { preventScrollReset: true });
  };
  const filter = (
    name: string,
    label: string,
    any: string,
    options: readonly (string | { value: string; label: string })[],
  ) => (
    <Field label={label}>
      <Select
        options={[{ value: '', label: any }, ...options]}
        value={address.get(name) ?? ''}
        onChange={(event) => change(name, event.target.value)}
      />
    </Field>
  );
  return (
    <div className="page stack-lg pb-16">
      <PageTitle
        title={t(messages.hireTitle)}
        kicker={t(messages.hireKicker)}
        lead={t(messages.hireLead)}
        actions={
          <ButtonLink variant="secondary" to={paths.hireOffer}>
            {t(messages.getHired)}
          </ButtonLink>
        }
        className="pb-0"
      />
      {requestedOrder && (
        <Notice
          tone="gold"
          title={paidTier ? t(messages.tierPaidTitle, { tier: paidTier.name }) : t(messages.hirePaidTitle)}
        >
          {t(messages.hirePaidHint)}
        </Notice>
      )}
      {/* Tiers don't fit into half of a phone's width; the platform has the last row to itself. */}
      <Panel
        as="section"
        className="grid grid-cols-2 gap-4 md:grid-cols-4 max-md:*:first:col-span-2 max-md:*:last:col-span-2"
        aria-label={t(messages.filters)}
      >
        {filter(
          'priceId',
          t(messages.tierFilter),
          t(messages.allTiers),
          TIER_LABELS.map((tier) => ({ value: tier.priceId, label: `${tier.name} (${formatPrice(t, tier.priceId)})` })),
        )}
        {filter('role', t(messages.roleFilter), t(messages.allRoles), HIRE_ROLES)}
        {filter('region', t(messages.regionFilter), t(messages.allRegions), listOptions(t, REGION_LABELS, REGIONS))}
        {filter(
          'platform',
          t(messages.platformFilter),
          t(messages.allPlatforms),
          listOptions(t, PLATFORM_LABELS, PLATFORMS),
        )}
      </Panel>
      {!page ? (
        <ErrorState title={t(messages.playersErrorTitle)} onRetry={() => navigate(0)}>
          {t(messages.filtersKept)}
        </ErrorState>
      ) : page.offers.length === 0 ? (
        <EmptyState
          icon="users"
          title={t(messages.noPlayersTitle)}
          action={<ButtonLink to={paths.assemblyRequest}>{t(messages.askConcierge)}</ButtonLink>}
        >
          {t(messages.noPlayersHint)}
        </EmptyState>
      ) : (
        <>
          <section aria-label={t(messages.playersForHire)} className="card-grid">
            {page.offers
              .filter(({ userId }) => !hiddenIds.has(userId))
              .map((offer) => (
                <OfferCard
                  key={offer.userId}
                  offer={offer}
                  rating={ratings.get(offer.userId)}
                  action={<Button onClick={() => setHiring(offer)}>{t(messages.hire)}</Button>}
                />
              ))}
          </section>
          <Pagination
            {...(page.next
              ? { nextTo: `${paths.hire}?${new URLSearchParams({ ...parseQuery(address), after: page.next })}` }
              : {})}
          />
        </>
      )}
      <HireDialog
        key={hiring?.userId}
        offer={hiring}
        held={entitlements}
        pay={(purchase, signIn) => goToCheckout(t, purchase, { signIn, confirm })}
        paidOrder={requestedOrder && requestedOrder.priceId === hiring?.priceId ? requestedOrder.id : undefined}
        terms={<CheckoutTerms />}
        onClose={() => setHiring(undefined)}
      />
      <PurchaseQuestion question={question} />
    </div>
  );
}

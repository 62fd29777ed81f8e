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
import { goToCheckout } from '../../payments/ui/start-checkout.ts';
import { useEntitlements } from '../../payments/ui/use-entitlements.ts';
import { PLATFORMS, REGIONS } from '../../profiles/profiles.schema.ts';
import { useHidden } from '../../profiles/ui/use-hidden.ts';
import { HIRE_PRICES, HIRE_ROLES, type OfferCard as Offer } from '../bookings.schema.ts';
import { HireDialog } from '../ui/hire-dialog.tsx';
import { OfferCard } from '../ui/offer-card.tsx';
import { getTierLabel, TIER_LABELS } from '../ui/tier-labels.ts';
import { useSellerRatings } from '../ui/use-seller-ratings.ts';

const pickKnown = <T extends string>(list: readonly T[], value: string | null) => list.find((one) => one === value);

function parseQuery(address: URLSearchParams) {
  const query = {
    priceId: pickKnown(HIRE_PRICES, address.get('priceId')),
    role: pickKnown(HIRE_ROLES, address.get('role')),
    region: pickKnown(REGIONS, address.get('region')),
    platform: pickKnown(PLATFORMS, address.get('platform')),
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
  const description =
    'Hire a verified player for seven games: Role $75, Lock/PG $100, Elite $150. Funds are held until the games are confirmed.';
  return createPageMeta(matches, { title: 'Hire a player for 7 games', description, path: paths.hire });
}

export default function HirePage() {
  const page = useLoaderData<typeof loader>();
  const [address] = useSearchParams();
  const navigate = useNavigate();
  const [hiring, setHiring] = useState<Offer>();
  const shown = page?.offers.map(({ userId }) => userId) ?? [];
  const hidden = useHidden(shown);
  const ratings = useSellerRatings(shown.length > 0 ? endpoints.hireRatings(shown.join(',')) : undefined);
  const held = useEntitlements();
  const { user } = useAuth();
  const own = useQuery(user?.id, () => browserApi().api.hire.offer.$get());
  /** The paid hires that still need a player. */
  const paid = own.data?.unassigned ?? [];
  const wanted = paid.find((one) => one.id === address.get('order')) ?? paid[0];
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
        title="Hire a player"
        kicker="7-Game Deals"
        lead="Pick a player for seven games. We hold the money until all seven are confirmed. Leave early and we'll refund the rest."
        actions={
          <ButtonLink variant="secondary" to={paths.hireOffer}>
            Get hired
          </ButtonLink>
        }
        className="pb-0"
      />
      {wanted && (
        <Notice tone="gold" title={`Your ${getTierLabel(wanted.priceId)?.name ?? 'hire'} is paid`}>
          Pick a player in that tier below. We won't charge you again.
        </Notice>
      )}
      <Panel as="section" className="grid grid-cols-2 gap-4 md:grid-cols-4" aria-label="Filters">
        {filter(
          'priceId',
          'Tier',
          'All tiers',
          TIER_LABELS.map((tier) => ({ value: tier.priceId, label: `${tier.name} (${tier.price})` })),
        )}
        {filter('role', 'Role', 'All roles', HIRE_ROLES)}
        {filter('region', 'Region', 'All regions', REGIONS)}
        {filter('platform', 'Platform', 'All platforms', PLATFORMS)}
      </Panel>
      {!page ? (
        <ErrorState title="Couldn't load the players" onRetry={() => navigate(0)}>
          We kept your filters.
        </ErrorState>
      ) : page.offers.length === 0 ? (
        <EmptyState
          icon="users"
          title="No one offers this right now"
          action={<ButtonLink to={paths.assemblyRequest}>Let the concierge find one</ButtonLink>}
        >
          Loosen the filters or ask for a whole squad.
        </EmptyState>
      ) : (
        <>
          <section aria-label="Players for hire" className="card-grid">
            {page.offers
              .filter(({ userId }) => !hidden.has(userId))
              .map((offer) => (
                <OfferCard
                  key={offer.userId}
                  offer={offer}
                  rating={ratings.get(offer.userId)}
                  action={<Button onClick={() => setHiring(offer)}>Hire</Button>}
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
        held={held}
        pay={goToCheckout}
        paidOrder={wanted && wanted.priceId === hiring?.priceId ? wanted.id : undefined}
        onClose={() => setHiring(undefined)}
      />
    </div>
  );
}

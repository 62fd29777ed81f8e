import { useRouteLoaderData } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { getPlans, getPlansTexts } from '../../../content/plans-content.ts';
import type { Plan } from '../../../content/schema/offers-schema.ts';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import { getPageMetadata } from '../../../web/page-facts.ts';
import { createPageHead } from '../../../web/page-meta.ts';
import { RichText } from '../../../web/rich-text.tsx';
import type { loader as rootLoader } from '../../../web/root.tsx';
import { Badge } from '../../../web/ui/badge.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { Card } from '../../../web/ui/card.tsx';
import { Icon } from '../../../web/ui/icon.tsx';
import { Moment } from '../../../web/ui/moment.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import type { Tone } from '../../../web/ui/tone.ts';
import { isRunning } from '../entitlements.rules.ts';
import type { Entitlements } from '../money.schema.ts';
import * as messages from '../payments.messages.ts';
import { BuyButton } from '../ui/buy-button.tsx';
import { CheckoutTerms } from '../ui/checkout-terms.tsx';
import { PortalButton } from '../ui/portal-button.tsx';
import { useEntitlements } from '../ui/use-entitlements.ts';

export const loader = () => ({ page: getPageMetadata(paths.plans) });
export const shouldRevalidate = () => false;
export const meta = createPageHead;

export default function PlansPage() {
  const t = useTranslator();
  const entitlements = useEntitlements();
  const foundersUntil = entitlements?.founders_expires_at;
  const site = useRouteLoaderData<typeof rootLoader>('root');
  const { title, line, guarantee, tokenNote } = getPlansTexts(t);
  const subscribedPlan = isRunning(entitlements?.subscription) ? entitlements?.subscription?.plan : undefined;
  const current = subscribedPlan ?? (entitlements?.plan === 'Free' ? 'free' : undefined);
  return (
    <div className="page-limb">
      <div className="page stack-lg pb-16">
        <PageTitle title={title} lead={line} className="pb-0" />
        {foundersUntil && entitlements?.plan === 'Founders Premium' && (
          <Notice tone="gold" icon="star" title={t(messages.foundersPremium)}>
            <RichMessage
              message={messages.foundersCovers}
              values={{ date: () => <Moment at={foundersUntil} as="long-day" /> }}
            />
          </Notice>
        )}
        <div className="card-grid">
          {getPlans(t, { phone: site?.phone_concierge ?? false }).map((plan) => (
            <PlanCard
              key={plan.id}
              plan={plan}
              current={current}
              subscribed={subscribedPlan !== undefined}
              included={!subscribedPlan && INCLUDED_PLANS[entitlements?.plan ?? 'Free'].includes(plan.id)}
              signedIn={!!entitlements}
            />
          ))}
        </div>
        <div className="grid gap-2">
          <p className="max-w-[53em]">{guarantee}</p>
          <p className="text-muted [&_a]:text-cyan-ink [&_a]:underline">
            <RichText line={tokenNote} />
          </p>
          <p className="text-sm text-muted">
            <CheckoutTerms />
          </p>
        </div>
      </div>
    </div>
  );
}

/** Plans that users without a subscription already have, as Founders or through tokens. */
const INCLUDED_PLANS: Readonly<Record<Entitlements['plan'], readonly string[]>> = {
  Free: [],
  Pro: ['pro'],
  Premium: ['pro', 'premium'],
  'Founders Premium': ['pro', 'premium'],
};

const TONES: Record<string, Tone | undefined> = { pro: 'violet', premium: 'gold' };

type PlanCardProps = {
  plan: Plan;
  current: string | undefined;
  subscribed: boolean;
  /** Whether the user's current plan includes this one. */
  included: boolean;
  signedIn: boolean;
};

function PlanCard({ plan, current, subscribed, included, signedIn }: PlanCardProps) {
  const t = useTranslator();
  const isCurrent = plan.id === current;
  const tone = TONES[plan.id];
  return (
    <Card className="stack" {...(tone ? { tone } : {})}>
      <div className="flex items-start justify-between gap-2">
        <div className="grid gap-2">
          <div className="cluster">
            <h2 className="text-xl">{plan.name}</h2>
            {isCurrent && <Badge tone="green">{t(messages.currentPlan)}</Badge>}
          </div>
          <p>
            <span className="block font-display text-3xl font-extrabold tracking-tight">{plan.price}</span>{' '}
            <span className="text-muted">{plan.period}</span>
          </p>
        </div>
        <img
          src={`/art/plan-${plan.id}.svg`}
          alt=""
          width={120}
          height={90}
          className="-mt-2 -me-2 min-w-0 object-contain"
        />
      </div>
      <p className="text-muted">{plan.description}</p>
      <ul className="stack gap-2">
        {plan.features.map((feature) => (
          <li key={feature} className="flex gap-2">
            <Icon name="check" className="mt-0.5 shrink-0 text-green" />
            <span className="[&_a]:text-cyan-ink [&_a]:underline">
              <RichText line={feature} />
            </span>
          </li>
        ))}
      </ul>
      <div className="mt-auto pt-2">
        {!plan.checkoutPriceId ? (
          !signedIn && (
            <ButtonLink variant="secondary" to={paths.auth}>
              {plan.cta}
            </ButtonLink>
          )
        ) : subscribed ? (
          <PortalButton>
            {isCurrent ? t(messages.manageSubscription) : t(messages.switchPlan, { plan: plan.name })}
          </PortalButton>
        ) : included ? (
          <p className="flex gap-2 text-green">
            <Icon name="check" className="mt-0.5 shrink-0" />
            {t(messages.planIncluded)}
          </p>
        ) : (
          <BuyButton purchase={{ priceId: plan.checkoutPriceId }}>{plan.cta}</BuyButton>
        )}
      </div>
    </Card>
  );
}

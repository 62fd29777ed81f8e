import { type ClientLoaderFunctionArgs, type MetaArgs, useLoaderData, useRouteLoaderData } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { dealsSeo } from '../../../content/seo/deals-seo.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import type { Translator } from '../../../messages/translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { formatReaderTime } from '../../../time/reader-times.ts';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { useAuth } from '../../../web/auth-session.ts';
import { requireSignedIn } from '../../../web/guards.ts';
import { createPageMeta } from '../../../web/page-meta.ts';
import type { loader as rootLoader } from '../../../web/root.tsx';
import { Badge } from '../../../web/ui/badge.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { KeyValueList } from '../../../web/ui/key-value-list.tsx';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { getReader } from '../../../web/ui/viewer-zone.ts';
import { AccountSkeleton } from '../../accounts/ui/account-skeleton.tsx';
import { TokenPanel } from '../../tokens/ui/token-panel.tsx';
import type { Entitlements } from '../money.schema.ts';
import * as messages from '../payments.messages.ts';
import { MailAddress } from '../ui/mail-address.tsx';
import { PortalButton } from '../ui/portal-button.tsx';

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  await requireSignedIn(request);
  const { api } = browserApi();
  const [accountStatus, entitlements, holding] = await Promise.all([
    unwrap(api.profiles.me.standing.$get()),
    unwrap(api.entitlements.me.$get()),
    unwrap(api.tokens.me.$get()),
  ]);
  return { accountStatus, entitlements, holding };
}

export function meta({ matches }: MetaArgs) {
  return createPageMeta(matches, {
    ...dealsSeo[paths.protocolAccount](readerTranslator),
    path: paths.protocolAccount,
    index: false,
  });
}

function formatPlanLine(t: Translator, { plan, founders_expires_at, subscription }: Entitlements): string {
  if (plan === 'Founders Premium' && founders_expires_at) {
    return t(messages.planLineFounders, { date: formatReaderTime(t, founders_expires_at, 'long-day', getReader()) });
  }
  if (plan === 'Premium' && subscription?.plan !== 'premium') return t(messages.planLineTokens);
  if (plan === 'Premium') return t(messages.planLinePremium);
  if (plan === 'Pro') return t(messages.planLinePro);
  return t(messages.planLineFree);
}

export default function ProtocolAccountPage() {
  const t = useTranslator();
  const { accountStatus, entitlements, holding } = useLoaderData<typeof clientLoader>();
  const { user } = useAuth();
  const site = useRouteLoaderData<typeof rootLoader>('root');
  const hasCalls = site?.phone_concierge && ['Premium', 'Founders Premium'].includes(entitlements.plan);
  const twitch = user?.identities?.find((identity) => identity.provider === 'twitch')?.identity_data?.name;
  return (
    <div className="page stack-lg pb-12">
      <PageTitle
        title={t(messages.protocolAccount)}
        kicker={t(messages.kickerAccount)}
        lead={t(messages.protocolAccountLead)}
        className="pb-0"
      />
      <div className="grid gap-4 md:grid-cols-2">
        <Panel as="section" className="stack" aria-labelledby="plan">
          <h2 id="plan" className="text-xl">
            {t(messages.planTitle)}
          </h2>
          <div>
            <Badge tone={entitlements.plan === 'Free' ? 'violet' : 'gold'}>{entitlements.plan}</Badge>
          </div>
          <p className="text-muted">{formatPlanLine(t, entitlements)}</p>
          <div className="cluster">
            <ButtonLink to={paths.deals} icon="bolt">
              {t(messages.accountDeals)}
            </ButtonLink>
            {hasCalls && (
              <ButtonLink variant="secondary" to={paths.phoneConcierge} icon="phone">
                {t(messages.phoneConcierge)}
              </ButtonLink>
            )}
            <PortalButton />
          </div>
        </Panel>
        <Panel as="section" className="stack" aria-labelledby="credits">
          <h2 id="credits" className="text-xl">
            {t(messages.hireCreditsTitle)}
          </h2>
          <p className="font-display text-3xl">{entitlements.hire_credit_count}</p>
          <p className="text-muted">
            {entitlements.hire_credit_count > 0
              ? t(messages.hireCreditsHint, { cap: entitlements.hire_credit_cap_usd })
              : t(messages.hireCreditsEmpty)}
          </p>
        </Panel>
      </div>
      <TokenPanel holding={holding} />
      <Panel as="section" className="stack" aria-labelledby="profile">
        <h2 id="profile" className="text-xl">
          {t(messages.profileTitle)}
        </h2>
        <KeyValueList
          columns={2}
          items={[
            { label: t(messages.displayName), value: accountStatus.display_name ?? t(messages.notSet) },
            { label: t(messages.email), value: user?.email ? <MailAddress of={user.email} /> : t(messages.notSet) },
            { label: 'Twitch', value: typeof twitch === 'string' ? twitch : t(messages.notLinked) },
            {
              label: t(messages.directory),
              value: accountStatus.published ? t(messages.published) : t(messages.notPublished),
            },
          ]}
        />
        <div className="cluster">
          <ButtonLink variant="secondary" to={paths.editProfile} icon="edit">
            {t(messages.editProfile)}
          </ButtonLink>
        </div>
      </Panel>
    </div>
  );
}

export { AccountSkeleton as HydrateFallback };

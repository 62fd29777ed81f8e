import { type ClientLoaderFunctionArgs, type MetaArgs, useLoaderData, useRouteLoaderData } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { dealsSeo } from '../../../content/seo/deals-seo.ts';
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
  return createPageMeta(matches, { ...dealsSeo[paths.protocolAccount], path: paths.protocolAccount, index: false });
}

function planLine({ plan, founders_expires_at, subscription }: Entitlements): string {
  if (plan === 'Founders Premium' && founders_expires_at) {
    return `Active until ${formatReaderTime(founders_expires_at, 'long-day', getReader())}.`;
  }
  if (plan === 'Premium' && subscription?.plan !== 'premium') return 'Your tokens unlock what Premium members see.';
  if (plan === 'Premium') return 'All Pro tools, plus Featured Boosts with no monthly limit.';
  if (plan === 'Pro') return 'The AI Build Assistant and your own milestones.';
  return 'Everything you need to find your squad. Founders Premium adds six months of Premium and one 7-Game Hire Credit.';
}

export default function ProtocolAccountPage() {
  const { accountStatus, entitlements, holding } = useLoaderData<typeof clientLoader>();
  const { user } = useAuth();
  const site = useRouteLoaderData<typeof rootLoader>('root');
  const calls = site?.phone_concierge && ['Premium', 'Founders Premium'].includes(entitlements.plan);
  const twitch = user?.identities?.find((identity) => identity.provider === 'twitch')?.identity_data?.name;
  return (
    <div className="page stack-lg pb-12">
      <PageTitle
        title="Protocol account"
        kicker="Account"
        lead="Your plan, your credits and your profile in one place."
        className="pb-0"
      />
      <div className="grid gap-4 md:grid-cols-2">
        <Panel as="section" className="stack" aria-labelledby="plan">
          <h2 id="plan" className="text-xl">
            Plan
          </h2>
          <div>
            <Badge tone={entitlements.plan === 'Free' ? 'violet' : 'gold'}>{entitlements.plan}</Badge>
          </div>
          <p className="text-mist">{planLine(entitlements)}</p>
          <div className="cluster">
            <ButtonLink to={paths.deals} icon="bolt">
              See Deals
            </ButtonLink>
            {calls && (
              <ButtonLink variant="secondary" to={paths.phoneConcierge} icon="phone">
                Phone concierge
              </ButtonLink>
            )}
            <PortalButton />
          </div>
        </Panel>
        <Panel as="section" className="stack" aria-labelledby="credits">
          <h2 id="credits" className="text-xl">
            Hire credits
          </h2>
          <p className="font-display text-3xl">{entitlements.hire_credit_count}</p>
          <p className="text-mist">
            {entitlements.hire_credit_count > 0
              ? `Each covers up to $${entitlements.hire_credit_cap_usd} of one 7-game hire.`
              : 'Founders Premium includes a 7-Game Hire Credit of up to $100.'}
          </p>
        </Panel>
      </div>
      <TokenPanel holding={holding} />
      <Panel as="section" className="stack" aria-labelledby="profile">
        <h2 id="profile" className="text-xl">
          Profile
        </h2>
        <KeyValueList
          columns={2}
          items={[
            { label: 'Display name', value: accountStatus.display_name ?? 'Not set' },
            { label: 'Email', value: user?.email ? <MailAddress of={user.email} /> : 'Not set' },
            { label: 'Twitch', value: typeof twitch === 'string' ? twitch : 'Not linked' },
            { label: 'Directory', value: accountStatus.published ? 'Published' : 'Not published' },
          ]}
        />
        <div className="cluster">
          <ButtonLink variant="secondary" to={paths.editProfile} icon="edit">
            Edit Profile
          </ButtonLink>
        </div>
      </Panel>
    </div>
  );
}

export { AccountSkeleton as HydrateFallback };

import { type ClientLoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { dealsSeo } from '../../../content/seo/deals-seo.ts';
import { getBetaNotes } from '../../../content/site.ts';
import { getAccountPage } from '../../../content/umbrella/account-content.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { useAuth } from '../../../web/auth-session.ts';
import { requireSignedIn } from '../../../web/guards.ts';
import { createPageMeta } from '../../../web/page-meta.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { KeyValueList } from '../../../web/ui/key-value-list.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { AccountSkeleton } from '../../accounts/ui/account-skeleton.tsx';
import { ClockChoice } from '../../profiles/ui/clock-choice.tsx';
import { WeekStartChoice } from '../../profiles/ui/week-start-choice.tsx';
import * as messages from '../payments.messages.ts';
import { MailAddress } from '../ui/mail-address.tsx';
import { formatPlanStatus, getPlanStatusLabel, PLAN_BADGES } from '../ui/plan-status.ts';
import { PortalButton } from '../ui/portal-button.tsx';

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  await requireSignedIn(request);
  const { api } = browserApi();
  const [accountStatus, entitlements] = await Promise.all([
    unwrap(api.profiles.me.standing.$get()),
    unwrap(api.entitlements.me.$get()),
  ]);
  return { accountStatus, plan: entitlements.plan, status: formatPlanStatus(entitlements) };
}

export function meta({ matches }: MetaArgs) {
  return createPageMeta(matches, { ...dealsSeo[paths.account](readerTranslator), path: paths.account, index: false });
}

export default function AccountPage() {
  const t = useTranslator();
  const texts = getAccountPage(t);
  const { accountStatus, plan, status } = useLoaderData<typeof clientLoader>();
  const { user } = useAuth();
  return (
    <div className="page stack-lg pb-12">
      <PageTitle title={texts.title} kicker="Planet Crew" className="pb-0" />
      <Notice tone="cyan" title={t(messages.beta)}>
        {getBetaNotes(t).account}
      </Notice>
      <div className="grid gap-4 md:grid-cols-2">
        <Panel as="section" className="stack" aria-labelledby="profile">
          <h2 id="profile" className="text-xl">
            {texts.profile.title}
          </h2>
          <KeyValueList
            items={[
              { label: texts.profile.name, value: accountStatus.display_name ?? texts.profile.notSet },
              {
                label: texts.profile.email,
                value: user?.email ? <MailAddress of={user.email} /> : (user?.id ?? texts.profile.notSet),
              },
            ]}
          />
          <div className="cluster">
            <ButtonLink variant="secondary" to={paths.editProfile} icon="edit">
              {texts.profile.edit}
            </ButtonLink>
          </div>
        </Panel>
        <Panel as="section" className="stack" aria-labelledby="subscription">
          <h2 id="subscription" className="text-xl">
            {texts.subscription.title}
          </h2>
          <KeyValueList
            items={[
              { label: texts.subscription.plan, value: <Badge tone="violet">{t(PLAN_BADGES[plan])}</Badge> },
              {
                label: texts.subscription.status,
                value: <Badge tone={status === 'active' ? 'green' : 'gold'}>{getPlanStatusLabel(t, status)}</Badge>,
              },
            ]}
          />
          <div className="cluster">
            <ButtonLink to={texts.subscription.change.href}>{texts.subscription.change.label}</ButtonLink>
            <PortalButton />
          </div>
        </Panel>
      </div>
      <Panel as="section" className="stack" aria-labelledby="times">
        <h2 id="times" className="text-xl">
          {t(messages.timesTitle)}
        </h2>
        <ClockChoice hours={accountStatus.clock_hours} />
        <WeekStartChoice start={accountStatus.week_start} />
      </Panel>
      <div>
        <ButtonLink variant="secondary" to={texts.updatePlayer.href} icon="user">
          {texts.updatePlayer.label}
        </ButtonLink>
      </div>
    </div>
  );
}

export { AccountSkeleton as HydrateFallback };

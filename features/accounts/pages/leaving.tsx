import { type ClientLoaderFunctionArgs, type MetaArgs, redirect, useLoaderData, useNavigate } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { formatReaderTime } from '../../../time/reader-times.ts';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { requireSignedIn } from '../../../web/guards.ts';
import { clearOffline } from '../../../web/offline-store.ts';
import { createPageMeta } from '../../../web/page-meta.ts';
import { signOut } from '../../../web/sign-out.ts';
import { Button } from '../../../web/ui/button.tsx';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { Section } from '../../../web/ui/section.tsx';
import { getReader } from '../../../web/ui/viewer-zone.ts';
import * as messages from '../accounts.messages.ts';
import { loadAccountSecurity } from '../ui/account-guards.ts';
import { AccountSkeleton } from '../ui/account-skeleton.tsx';
import { ConnectedApps } from '../ui/connected-apps.tsx';
import { Devices } from '../ui/devices.tsx';
import { OwnData } from '../ui/own-data.tsx';
import { Passkeys } from '../ui/passkeys.tsx';
import { PasswordPanel } from '../ui/password-panel.tsx';
import { SecondFactors } from '../ui/second-factors.tsx';
import { runSecurityAction } from '../ui/security-action.ts';
import { SecurityActivityPanel } from '../ui/security-activity.tsx';
import { SignInMethods } from '../ui/sign-in-methods.tsx';

/**
 * The only page that users can open once their account is scheduled for deletion. Users can cancel the deletion, export
 * data, and secure the account until then. Everyone else is redirected away.
 */
export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  await requireSignedIn(request);
  const guards = await loadAccountSecurity();
  const { delete_after } = guards.security;
  if (!delete_after) throw redirect(paths.security);
  clearOffline();
  return { ...guards, until: delete_after };
}

export function meta({ matches }: MetaArgs) {
  const description = readerTranslator(messages.leavingMetaDescription);
  return createPageMeta(matches, {
    title: readerTranslator(messages.leavingMetaTitle),
    description,
    path: paths.leaving,
    index: false,
  });
}

export { AccountSkeleton as HydrateFallback };

export default function AccountDeletionPage() {
  const t = useTranslator();
  const { until, security, user, passkeys, grants } = useLoaderData<typeof clientLoader>();
  const navigate = useNavigate();
  const cancelDeletion = async () => {
    const isRestored = await runSecurityAction(t, t(messages.accountKeptToast), () =>
      unwrap(browserApi().api.account.deletion.$delete()),
    );
    if (isRestored) await navigate(paths.security);
  };
  return (
    <div className="page stack-lg pb-12">
      <PageTitle
        title={t(messages.leavingTitle)}
        kicker={t(messages.accountKicker)}
        lead={t(messages.leavingLead, { until: formatReaderTime(t, until, 'long-day', getReader()) })}
        className="pb-0"
      />
      <Panel as="section" className="stack" aria-labelledby="keep">
        <h2 id="keep" className="text-xl">
          {t(messages.keepTitle)}
        </h2>
        <p className="text-muted">{t(messages.keepExplanation)}</p>
        <div className="cluster">
          <Button onClick={cancelDeletion}>{t(messages.keepAccount)}</Button>
          <Button variant="secondary" onClick={() => signOut().then((out) => out && navigate(paths.home))}>
            {t(messages.signOut)}
          </Button>
        </div>
      </Panel>
      <OwnData deleting />
      <Section title={t(messages.guardsTitle)} id="guards" lead={t(messages.guardsLead)}>
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <div className="stack">
            <SecondFactors user={user} codesLeft={security.recovery_codes_left} />
            <SignInMethods user={user} offered={[]} />
          </div>
          <div className="stack">
            <Passkeys passkeys={passkeys} />
            <PasswordPanel hasPassword={security.has_password} isLocked={security.password_shut} />
          </div>
        </div>
      </Section>
      <ConnectedApps grants={grants} />
      <Devices devices={security.devices} />
      <SecurityActivityPanel />
    </div>
  );
}

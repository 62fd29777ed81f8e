import { type ClientLoaderFunctionArgs, type MetaArgs, redirect, useLoaderData, useNavigate } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { formatReaderTime } from '../../../time/reader-times.ts';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { requireSignedIn } from '../../../web/guards.ts';
import { createPageMeta } from '../../../web/page-meta.ts';
import { signOut } from '../../../web/sign-out.ts';
import { Button } from '../../../web/ui/button.tsx';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { Section } from '../../../web/ui/section.tsx';
import { getReader } from '../../../web/ui/viewer-zone.ts';
import { readAccountGuards } from '../ui/account-guards.ts';
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
 * The only page for an account scheduled for deletion. Users can cancel the deletion, export data, and secure the
 * account until then. Everyone else is redirected away.
 */
export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  await requireSignedIn(request);
  const guards = await readAccountGuards();
  const { delete_after } = guards.security;
  if (!delete_after) throw redirect(paths.security);
  return { ...guards, until: formatReaderTime(delete_after, 'long-day', getReader()) };
}

export function meta({ matches }: MetaArgs) {
  const description = 'Keep your account or export your data.';
  return createPageMeta(matches, {
    title: 'Your account is scheduled for deletion',
    description,
    path: paths.leaving,
    index: false,
  });
}

export { AccountSkeleton as HydrateFallback };

export default function AccountDeletionPage() {
  const { until, security, user, passkeys, grants } = useLoaderData<typeof clientLoader>();
  const navigate = useNavigate();
  const keep = async () => {
    const kept = await runSecurityAction('Account deletion canceled', () =>
      unwrap(browserApi().api.account.deletion.$delete()),
    );
    if (kept) await navigate(paths.security);
  };
  return (
    <div className="page stack-lg pb-12">
      <PageTitle
        title="Your account is scheduled for deletion"
        kicker="Account"
        lead={`We'll delete it on ${until}. Until then, you can keep it, export your data and make sure no one else gets in.`}
        className="pb-0"
      />
      <Panel as="section" className="stack" aria-labelledby="keep">
        <h2 id="keep" className="text-xl">
          You can still stay
        </h2>
        <p className="text-mist">
          Your profile, listings, spots and the paid time left on a plan come back as they were. You won't be charged in
          between. Open matches and canceled orders have ended, because the other players were free to move on.
        </p>
        <div className="cluster">
          <Button onClick={keep}>Keep my account</Button>
          <Button variant="secondary" onClick={() => signOut().then((out) => out && navigate(paths.home))}>
            Sign out
          </Button>
        </div>
      </Panel>
      <OwnData deleting />
      <Section
        title="Who can still get in"
        id="guards"
        lead="Keep your account to change your name, email address and linked sign-ins again."
      >
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <div className="stack">
            <SecondFactors user={user} codesLeft={security.recovery_codes_left} />
            <SignInMethods user={user} offered={[]} />
          </div>
          <div className="stack">
            <Passkeys passkeys={passkeys} />
            <PasswordPanel hasPassword={security.has_password} shut={security.password_shut} />
          </div>
        </div>
      </Section>
      <ConnectedApps grants={grants} />
      <Devices devices={security.devices} />
      <SecurityActivityPanel />
    </div>
  );
}

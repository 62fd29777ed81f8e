import { type ClientLoaderFunctionArgs, type MetaArgs, Outlet, redirect, useLoaderData } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { requireSignedIn } from '../../../web/guards.ts';
import { createPageMeta } from '../../../web/page-meta.ts';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import * as messages from '../accounts.messages.ts';
import { loadAccountSecurity } from '../ui/account-guards.ts';
import { AccountSkeleton } from '../ui/account-skeleton.tsx';
import { ConnectedApps } from '../ui/connected-apps.tsx';
import { Devices } from '../ui/devices.tsx';
import { EmailPanel } from '../ui/email-panel.tsx';
import { OwnData } from '../ui/own-data.tsx';
import { Passkeys } from '../ui/passkeys.tsx';
import { PasswordPanel } from '../ui/password-panel.tsx';
import { listOfferedProviders } from '../ui/providers.ts';
import { SecondFactors } from '../ui/second-factors.tsx';
import { SecurityActivityPanel } from '../ui/security-activity.tsx';
import { SignInMethods } from '../ui/sign-in-methods.tsx';

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  await requireSignedIn(request);
  const [guards, offeredProviders] = await Promise.all([loadAccountSecurity(), listOfferedProviders()]);
  // The page for a scheduled deletion includes the security settings.
  if (guards.security.delete_after) throw redirect(paths.leaving);
  return { ...guards, offered: offeredProviders };
}

export function meta({ matches }: MetaArgs) {
  const description = readerTranslator(messages.securityMetaDescription);
  return createPageMeta(matches, {
    title: readerTranslator(messages.securityMetaTitle),
    description,
    path: paths.security,
    index: false,
  });
}

export default function SecurityPage() {
  const t = useTranslator();
  const { security, user, passkeys, grants, offered } = useLoaderData<typeof clientLoader>();
  return (
    <div className="page stack-lg pb-12">
      <PageTitle
        title={t(messages.securityTitle)}
        kicker={t(messages.accountKicker)}
        lead={t(messages.securityLead)}
        className="pb-0"
      />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div className="stack">
          <SecondFactors user={user} codesLeft={security.recovery_codes_left} />
          <EmailPanel user={user} />
          <SignInMethods user={user} offered={offered} />
        </div>
        <div className="stack">
          <Passkeys passkeys={passkeys} />
          <PasswordPanel hasPassword={security.has_password} isLocked={security.password_shut} />
          <OwnData />
        </div>
      </div>
      <ConnectedApps grants={grants} />
      {/* Panels of other features, added as child routes. */}
      <Outlet />
      <Devices devices={security.devices} />
      <SecurityActivityPanel />
    </div>
  );
}

export { AccountSkeleton as HydrateFallback };

import { useEffect, useState } from 'react';
import { type MetaArgs, useNavigate, useRouteLoaderData, useSearchParams } from 'react-router';
import { links } from '../../../content/links.ts';
import { paths, toSafeReturnPath } from '../../../content/paths.ts';
import { accountsSeo } from '../../../content/seo/accounts-seo.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { useAuth } from '../../../web/auth-session.ts';
import type { PageHandle } from '../../../web/page-handle.ts';
import { createPageMeta } from '../../../web/page-meta.ts';
import type { loader as rootLoader } from '../../../web/root.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import * as messages from '../accounts.messages.ts';
import type { CodeKind } from '../ui/code-form.tsx';
import { EmailForm } from '../ui/email-form.tsx';
import { PasskeyButton } from '../ui/passkey-button.tsx';
import { clearPersistedForm } from '../ui/persisted-form.ts';
import { ProviderLinks } from '../ui/provider-links.tsx';
import { RecoveryHelper } from '../ui/recovery-helper.tsx';
import { TwitchButton } from '../ui/twitch-button.tsx';

export const handle: PageHandle = { parameters: ['next'] };

export function meta({ matches }: MetaArgs) {
  return createPageMeta(matches, { ...accountsSeo[paths.auth](readerTranslator), path: paths.auth });
}

/** Redirects to the canonical hostname, because a sign-in must be finished on the hostname it started on. */
function useCanonicalOrigin(origin: string | undefined): void {
  useEffect(() => {
    if (!origin || origin === window.location.origin) return;
    const { pathname, search } = window.location;
    window.location.replace(origin + pathname + search);
  }, [origin]);
}

export default function AuthPage() {
  const t = useTranslator();
  const site = useRouteLoaderData<typeof rootLoader>('root');
  const [address] = useSearchParams();
  const navigate = useNavigate();
  const { isAuthenticated, error } = useAuth();
  const next = toSafeReturnPath(address.get('next'));
  useCanonicalOrigin(site?.origin);

  const [awaiting, setAwaiting] = useState<CodeKind | null>(null);
  const arrival = next ? paths.callbackGoingOnTo(next) : paths.callback;
  const on = awaiting === 'recovery' ? paths.newPassword : arrival;
  useEffect(() => {
    if (!isAuthenticated) return;
    clearPersistedForm();
    void navigate(on, { replace: true });
  }, [isAuthenticated, navigate, on]);

  return (
    <div className="page-limb">
      <div className="page-narrow stack-lg pb-12">
        <PageTitle
          title={t(messages.joinTitle)}
          kicker={t(messages.signInKicker)}
          lead={t(messages.joinLead)}
          className="pb-0"
        />
        {error && <Notice tone="red">{error}</Notice>}
        <Panel padding="lg" className="stack-lg">
          {!awaiting && (
            <>
              <div className="stack">
                <TwitchButton next={next} />
                <PasskeyButton />
              </div>
              <p className="flex items-center gap-4 text-sm text-mist before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
                {t(messages.orWithEmail)}
              </p>
            </>
          )}
          <EmailForm next={next} onAwaiting={setAwaiting} />
        </Panel>
        {!awaiting && <ProviderLinks next={next} />}
        <RecoveryHelper />
        <nav aria-label={t(messages.helpLinks)} className="cluster justify-center">
          <ButtonLink variant="ghost" size="sm" to={paths.help} icon="help">
            {t(messages.getSupport)}
          </ButtonLink>
          <ButtonLink variant="ghost" size="sm" href={links.twitchSignUp}>
            {t(messages.twitchSignUp)}
          </ButtonLink>
        </nav>
      </div>
    </div>
  );
}

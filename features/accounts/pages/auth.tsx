import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Link, type MetaArgs, useRouteLoaderData, useSearchParams } from 'react-router';
import { links } from '../../../content/links.ts';
import { paths, toSafeReturnPath } from '../../../content/paths.ts';
import { accountsSeo } from '../../../content/seo/accounts-seo.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import { useAuth } from '../../../web/auth-session.ts';
import type { PageHandle } from '../../../web/page-handle.ts';
import { createPageMeta } from '../../../web/page-meta.ts';
import type { loader as rootLoader } from '../../../web/root.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import * as messages from '../accounts.messages.ts';
import { EmailForm } from '../ui/email-form.tsx';
import { PasskeyButton } from '../ui/passkey-button.tsx';
import { clearPersistedForm, usePersistedForm } from '../ui/persisted-form.ts';
import { ProviderLinks } from '../ui/provider-links.tsx';
import { RecoveryHelper } from '../ui/recovery-helper.tsx';
import type { CodeKind } from '../ui/send-code.ts';
import { toSendableEmail } from '../ui/sign-in-problem.ts';
import { TwitchButton } from '../ui/twitch-button.tsx';
import { useCodeStep, useNavigationFromCodeStep } from '../ui/use-code-step.ts';

const loadCodeForm = () => import('../ui/code-form.tsx');
/** Loaded lazily because it's only needed once the visitor has requested a code. */
const CodeForm = lazy(async () => ({ default: (await loadCodeForm()).CodeForm }));

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

type PersistedValues = {
  email: string;
  withPassword: boolean;
  /** When a code was last sent to this address. */
  sentAt?: number | undefined;
};

export default function AuthPage() {
  const t = useTranslator();
  const site = useRouteLoaderData<typeof rootLoader>('root');
  const [address] = useSearchParams();
  const { isAuthenticated, error } = useAuth();
  const next = toSafeReturnPath(address.get('next'));
  useCanonicalOrigin(site?.origin);

  const [form, keep] = usePersistedForm<PersistedValues>({ email: '', withPassword: false });
  const code = useCodeStep();
  const email = toSendableEmail(form.email);
  // A restored tab may keep the code step in its history but lose the address.
  const codeKind = email ? code.kind : null;
  const hadCode = useRef(false);
  hadCode.current ||= codeKind !== null;

  const arrival = next ? paths.callbackGoingOnTo(next) : paths.callback;
  // Keep the destination once it's set, because the code step changes while the user leaves the page.
  const destination = useRef<string>(undefined);
  if (isAuthenticated) destination.current ??= code.kind === 'recovery' ? paths.newPassword : arrival;
  useNavigationFromCodeStep(isAuthenticated ? destination.current : undefined, code.kind !== null);
  useEffect(() => {
    if (isAuthenticated) clearPersistedForm();
  }, [isAuthenticated]);

  const [isPasswordRequested, setPasswordRequested] = useState(false);
  const togglePassword = () => {
    keep({ withPassword: !form.withPassword });
    setPasswordRequested(!form.withPassword);
  };
  const openCode = (kind: CodeKind, sentAt: number) => {
    keep({ sentAt });
    code.open(kind);
  };

  return (
    <div className="page-limb">
      <div className="page-narrow stack-lg pb-12">
        <PageTitle
          title={codeKind ? t(messages.codeTitle) : t(messages.joinTitle)}
          lead={codeKind ? undefined : t(messages.joinLead)}
          className="pb-0"
        />
        {error && <Notice tone="red">{error}</Notice>}
        <Panel padding="lg" className="stack-lg">
          {codeKind ? (
            <Suspense>
              <CodeForm
                kind={codeKind}
                email={email}
                next={next}
                sentAt={form.sentAt ?? 0}
                takesSignUps={site?.sign_ups ?? true}
                inbox={site?.mail_inbox}
                onSent={() => keep({ sentAt: Date.now() })}
                onBack={code.close}
              />
            </Suspense>
          ) : (
            <>
              <EmailForm
                next={next}
                email={form.email}
                onEmail={(typed) => keep({ email: typed, sentAt: undefined })}
                withPassword={form.withPassword}
                isPasswordRequested={isPasswordRequested}
                sentAt={form.sentAt}
                isReturning={hadCode.current}
                onCode={openCode}
              />
              <p className="flex items-center gap-4 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
                {t(messages.or)}
              </p>
              <div className="stack">
                <TwitchButton next={next} />
                <ProviderLinks providers={site?.providers ?? []} next={next} />
                <div className="cluster justify-center">
                  <Button variant="ghost" size="sm" isInert={!code.isReady} onClick={togglePassword}>
                    {form.withPassword ? t(messages.useCode) : t(messages.usePassword)}
                  </Button>
                  <PasskeyButton />
                </div>
              </div>
              <p className="text-center text-sm text-balance text-muted">
                <RichMessage
                  message={messages.joinTerms}
                  values={{
                    terms: (children) => <Link to={`${paths.legal}#terms`}>{children}</Link>,
                    privacy: (children) => <Link to={`${paths.legal}#privacy`}>{children}</Link>,
                  }}
                />
              </p>
            </>
          )}
        </Panel>
        <RecoveryHelper />
        <nav aria-label={t(messages.helpLinks)} className="cluster justify-center">
          <ButtonLink variant="ghost" size="sm" to={paths.helpFrom(paths.auth)} icon="help">
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

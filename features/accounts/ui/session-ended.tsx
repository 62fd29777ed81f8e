import { useState } from 'react';
import { useRouteLoaderData } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import { forgetSession, needsSecondFactor } from '../../../web/auth-session.ts';
import { abandonEndedSession, type EndedSession } from '../../../web/ended-session.ts';
import type { loader as rootLoader } from '../../../web/root.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { DialogActions } from '../../../web/ui/dialog-actions.tsx';
import * as messages from '../accounts.messages.ts';
import { CodeForm } from './code-form.tsx';
import { EmailForm } from './email-form.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import type { CodeKind } from './send-code.ts';
import { TwitchButton } from './twitch-button.tsx';

const getCurrentPath = () => window.location.pathname + window.location.search;

async function continueSignedIn(): Promise<void> {
  if (await needsSecondFactor()) window.location.assign(paths.secondFactorReturningTo(getCurrentPath()));
}

/** Shows a sign-in overlay on the open page. Once signed in, the user continues where the request was refused. */
export default function SessionEnded({ ended }: { ended: EndedSession }) {
  const t = useTranslator();
  const site = useRouteLoaderData<typeof rootLoader>('root');
  const [codeKind, setCodeKind] = useState<CodeKind>();
  const [sentAt, setSentAt] = useState<number>();
  const [withPassword, setWithPassword] = useState(false);
  const [isPasswordRequested, setPasswordRequested] = useState(false);

  const leave = async () => {
    const signInPath = paths.authReturningTo(getCurrentPath());
    await forgetSession();
    abandonEndedSession();
    window.location.assign(signInPath);
  };
  const togglePassword = () => {
    setWithPassword(!withPassword);
    setPasswordRequested(!withPassword);
  };

  return (
    <Dialog
      open
      onClose={() => void leave()}
      title={t(messages.sessionEndedTitle)}
      description={codeKind ? undefined : t(messages.sessionEndedExplanation)}
      size="sm"
    >
      {codeKind ? (
        <CodeForm
          kind={codeKind}
          email={ended.email}
          next={undefined}
          sentAt={sentAt ?? 0}
          takesSignUps
          inbox={site?.mail_inbox}
          backLabel={t(messages.signInAnotherWay)}
          onSent={() => setSentAt(Date.now())}
          onBack={() => setCodeKind(undefined)}
          onSignedIn={continueSignedIn}
        />
      ) : (
        <div className="stack">
          <p className="wrap-anywhere">
            {ended.email ? (
              <RichMessage
                message={messages.signedInAs}
                values={{ email: ended.email, strong: (children) => <strong translate="no">{children}</strong> }}
              />
            ) : (
              <RichMessage
                message={messages.signedInAsYou}
                values={{ strong: (children) => <strong>{children}</strong> }}
              />
            )}
          </p>
          {/* Before the form, so that its main button is the last in the dialog's foot, as in every dialog. */}
          <DialogActions>
            <TwitchButton next={undefined} inNewTab />
          </DialogActions>
          {ended.email && (
            <EmailForm
              next={undefined}
              email={ended.email}
              withPassword={withPassword}
              isPasswordRequested={isPasswordRequested}
              sentAt={sentAt}
              isReturning={false}
              onCode={(kind, at) => {
                setSentAt(at);
                setCodeKind(kind);
              }}
              onSignedIn={continueSignedIn}
            />
          )}
          <div className="cluster justify-center">
            {ended.email && (
              <Button variant="ghost" size="sm" onClick={togglePassword}>
                {withPassword ? t(messages.useCode) : t(messages.usePassword)}
              </Button>
            )}
            <PasskeyButton />
            {(!ended.email || (site?.providers?.length ?? 0) > 0) && (
              // Opens a new tab. This tab notices the sign-in and continues automatically.
              <ButtonLink variant="ghost" size="sm" href={paths.auth}>
                {t(messages.signInAnotherWay)}
              </ButtonLink>
            )}
          </div>
        </div>
      )}
    </Dialog>
  );
}

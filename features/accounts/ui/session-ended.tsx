import { useState } from 'react';
import { paths } from '../../../content/paths.ts';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import { forgetSession, getAuthClient, needsSecondFactor } from '../../../web/auth-session.ts';
import { abandonEndedSession, type EndedSession } from '../../../web/ended-session.ts';
import { Button } from '../../../web/ui/button.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Form } from '../../../web/ui/form.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import * as messages from '../accounts.messages.ts';
import { HiddenUsername } from './hidden-username.tsx';
import { toSignInProblem } from './sign-in-problem.ts';

const getCurrentPath = () => window.location.pathname + window.location.search;

/** Shows a sign-in overlay on the open page. Once signed in, the user continues where the request was refused. */
export default function SessionEnded({ ended }: { ended: EndedSession }) {
  const t = useTranslator();
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();

  const signIn = async () => {
    if (!password) return setProblem(t(messages.enterPassword));
    const client = await getAuthClient();
    const { error } = await client.signInWithPassword({ email: ended.email, password });
    if (error) return setProblem(toSignInProblem(t, error));
    if (await needsSecondFactor()) window.location.assign(paths.secondFactorReturningTo(getCurrentPath()));
  };
  const leave = async () => {
    const signInPath = paths.authReturningTo(getCurrentPath());
    await forgetSession();
    abandonEndedSession();
    window.location.assign(signInPath);
  };

  return (
    <Dialog
      open
      onClose={() => void leave()}
      title={t(messages.sessionEndedTitle)}
      description={t(messages.sessionEndedExplanation)}
      size="sm"
    >
      <Form className="stack" onSubmit={signIn}>
        <p className="wrap-anywhere">
          {ended.email ? (
            <RichMessage
              message={messages.signedInAs}
              values={{ email: ended.email, strong: (children) => <strong>{children}</strong> }}
            />
          ) : (
            <RichMessage
              message={messages.signedInAsYou}
              values={{ strong: (children) => <strong>{children}</strong> }}
            />
          )}
        </p>
        <HiddenUsername email={ended.email} />
        <Field label={t(messages.password)} error={problem}>
          <TextInput
            type="password"
            autoComplete="current-password"
            data-initial-focus=""
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
        <Button type="submit" block loadingLabel={t(messages.signingIn)}>
          {t(messages.signInAndContinue)}
        </Button>
        {/* Opens a new tab. This one notices the sign-in and continues automatically. */}
        <ButtonLink variant="ghost" href={paths.auth} block>
          {t(messages.signInAnotherWay)}
        </ButtonLink>
      </Form>
    </Dialog>
  );
}

import { useState } from 'react';
import { paths } from '../../../content/paths.ts';
import { forgetSession, getAuthClient, needsSecondFactor } from '../../../web/auth-session.ts';
import { abandonEndedSession, type EndedSession } from '../../../web/ended-session.ts';
import { Button } from '../../../web/ui/button.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Form } from '../../../web/ui/form.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { toSignInProblem } from './sign-in-problem.ts';

const getCurrentPath = () => window.location.pathname + window.location.search;

/** Shows a sign-in overlay on the open page. Once signed in, the user continues where the request was refused. */
export default function SessionEnded({ ended }: { ended: EndedSession }) {
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();

  const signIn = async () => {
    if (!password) return setProblem('Enter your password.');
    const client = await getAuthClient();
    const { error } = await client.signInWithPassword({ email: ended.email, password });
    if (error) return setProblem(toSignInProblem(error));
    if (await needsSecondFactor()) window.location.assign(paths.secondFactorReturningTo(getCurrentPath()));
  };
  const leave = async () => {
    const back = paths.authReturningTo(getCurrentPath());
    await forgetSession();
    abandonEndedSession();
    window.location.assign(back);
  };

  return (
    <Dialog
      open
      onClose={() => void leave()}
      title="Your session has ended"
      description="It was ended on another device, or your password changed. Sign in again to continue. Everything you typed here is still here."
      size="sm"
    >
      <Form className="stack" onSubmit={signIn}>
        <p className="wrap-anywhere">
          Signed in as <strong>{ended.email || 'you'}</strong>
        </p>
        <Field label="Password" error={problem}>
          <TextInput
            type="password"
            autoComplete="current-password"
            data-initial-focus=""
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
        <Button type="submit" block loadingLabel="Signing in…">
          Sign in and continue
        </Button>
        {/* In a tab of its own: this one sees it, and goes on by itself. */}
        <ButtonLink variant="ghost" href={paths.auth} block>
          Sign in another way
        </ButtonLink>
      </Form>
    </Dialog>
  );
}

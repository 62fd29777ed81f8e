import { type FormEvent, useEffect, useState } from 'react';
import { getAuthClient } from '../../../web/auth-session.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Form } from '../../../web/ui/form.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { showToast } from '../../../web/ui/toast-store.ts';
import { getCallbackAddress } from './destination.ts';
import { toSignInProblem } from './sign-in-problem.ts';

export type CodeKind = 'signup' | 'email' | 'recovery';

const INTRODUCTIONS: Record<CodeKind, string> = {
  signup:
    "If this address is new here, we've sent an email with a link and a six-digit code. Open the link in this browser or enter the code.",
  email: "If this address has an account, we've sent an email with a sign-in link and a six-digit code.",
  recovery:
    "If this address has an account, we've sent an email with a six-digit code. Next, you'll choose a new password.",
};

const RESEND_SECONDS = 60;

type Props = {
  kind: CodeKind;
  email: string;
  next: string | undefined;
  onBack: () => void;
};

/** Second step of every email sign-in: entering the code. */
export function CodeForm({ kind, email, next, onBack }: Props) {
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const token = code.replaceAll(/\D/g, '');
    if (token.length !== 6) return setProblem('Enter all six digits.');
    setBusy(true);
    setProblem(undefined);
    try {
      const { error } = await (await getAuthClient()).verifyOtp({ email, token, type: kind });
      if (error) throw error;
    } catch (error) {
      setProblem(toSignInProblem(error));
      setBusy(false);
    }
  };

  return (
    <Form className="stack" onSubmit={submit}>
      <Notice tone="cyan" icon="mail" title={`Check ${email}`}>
        {INTRODUCTIONS[kind]}
      </Notice>
      <Field label="Six-digit code" error={problem} hint="It's good for one hour.">
        <TextInput
          name="code"
          value={code}
          onChange={(event) => setCode(event.target.value)}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={9}
          autoFocus
        />
      </Field>
      <Button type="submit" block loading={busy} loadingLabel="Checking…">
        {kind === 'recovery' ? 'Continue' : 'Sign in'}
      </Button>
      <div className="cluster justify-between">
        <Button variant="ghost" size="sm" icon="arrow-left" onClick={onBack}>
          Back
        </Button>
        <Resend kind={kind} email={email} next={next} />
      </div>
    </Form>
  );
}

function Resend({ kind, email, next }: Pick<Props, 'kind' | 'email' | 'next'>) {
  const [left, setLeft] = useState(RESEND_SECONDS);
  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(timer);
  }, [left]);

  const again = async () => {
    const error = await sendCode(kind, email, next).catch((thrown: unknown) => thrown);
    // Use a toast. The field's error is announced with the field, but someone who requests another code isn't at the
    // field.
    if (error)
      return showToast({ title: "Couldn't send the email", description: toSignInProblem(error), tone: 'error' });
    setLeft(RESEND_SECONDS);
    return showToast({ title: 'New email requested', description: `Check ${email} again.`, tone: 'success' });
  };
  return (
    <Button variant="ghost" size="sm" icon="refresh" disabled={left > 0} onClick={() => again()}>
      {left > 0 ? `Send again in ${left} s` : 'Send again'}
    </Button>
  );
}

/** Sends the email for this kind of code. @returns the error, if any */
export async function sendCode(kind: CodeKind, email: string, next: string | undefined): Promise<unknown> {
  const client = await getAuthClient();
  const address = getCallbackAddress(next);
  if (kind === 'signup') {
    return (await client.resend({ type: 'signup', email, options: { emailRedirectTo: address } })).error;
  }
  if (kind === 'recovery') return (await client.resetPasswordForEmail(email, { redirectTo: address })).error;
  const options = { emailRedirectTo: address, shouldCreateUser: false };
  return (await client.signInWithOtp({ email, options })).error;
}

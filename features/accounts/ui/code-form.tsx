import { type FormEvent, useEffect, useState } from 'react';
import type { Message } from '../../../messages/message.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { getAuthClient } from '../../../web/auth-session.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Form } from '../../../web/ui/form.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { showToast } from '../../../web/ui/toast-store.ts';
import * as shared from '../../../web/ui/ui.messages.ts';
import * as messages from '../accounts.messages.ts';
import { getCallbackAddress } from './destination.ts';
import { toSignInProblem } from './sign-in-problem.ts';

export type CodeKind = 'signup' | 'email' | 'recovery';

const INTRODUCTIONS: Record<CodeKind, Message> = {
  signup: messages.signUpCodeSent,
  email: messages.signInCodeSent,
  recovery: messages.recoveryCodeSent,
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
  const t = useTranslator();
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const token = code.replaceAll(/\D/g, '');
    if (token.length !== 6) return setProblem(t(messages.enterAllDigits));
    setBusy(true);
    setProblem(undefined);
    try {
      const { error } = await (await getAuthClient()).verifyOtp({ email, token, type: kind });
      if (error) throw error;
    } catch (error) {
      setProblem(toSignInProblem(t, error));
      setBusy(false);
    }
  };

  return (
    <Form className="stack" onSubmit={submit}>
      <Notice tone="cyan" icon="mail" title={t(messages.checkEmailTitle, { email })}>
        {t(INTRODUCTIONS[kind])}
      </Notice>
      <Field label={t(messages.sixDigitCode)} error={problem} hint={t(messages.codeHint)}>
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
      <Button type="submit" block loading={busy} loadingLabel={t(messages.checking)}>
        {kind === 'recovery' ? t(messages.continueRecovery) : t(messages.signIn)}
      </Button>
      <div className="cluster justify-between">
        <Button variant="ghost" size="sm" icon="arrow-left" onClick={onBack}>
          {t(shared.back)}
        </Button>
        <Resend kind={kind} email={email} next={next} />
      </div>
    </Form>
  );
}

function Resend({ kind, email, next }: Pick<Props, 'kind' | 'email' | 'next'>) {
  const t = useTranslator();
  const [secondsLeft, setSecondsLeft] = useState(RESEND_SECONDS);
  useEffect(() => {
    if (secondsLeft === 0) return;
    const timer = setTimeout(() => setSecondsLeft(secondsLeft - 1), 1_000);
    return () => clearTimeout(timer);
  }, [secondsLeft]);

  const resend = async () => {
    const error = await sendCode(kind, email, next).catch((cause: unknown) => cause);
    // Use a toast. A field's error is announced at the field, but after requesting a code the focus is on the button.
    if (error)
      return showToast({ title: t(messages.emailNotSentToast), description: toSignInProblem(t, error), tone: 'error' });
    setSecondsLeft(RESEND_SECONDS);
    return showToast({
      title: t(messages.emailResentToast),
      description: t(messages.emailResentExplanation, { email }),
      tone: 'success',
    });
  };
  return (
    <Button variant="ghost" size="sm" icon="refresh" disabled={secondsLeft > 0} onClick={() => resend()}>
      {secondsLeft > 0 ? t(messages.resendIn, { left: secondsLeft }) : t(shared.sendAgain)}
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

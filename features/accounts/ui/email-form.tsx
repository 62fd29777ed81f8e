import { type FormEvent, useEffect, useState } from 'react';
import type { Message } from '../../../messages/message.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { getAuthClient } from '../../../web/auth-session.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Form } from '../../../web/ui/form.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import * as messages from '../accounts.messages.ts';
import { CodeForm, type CodeKind, sendCode } from './code-form.tsx';
import { getCallbackAddress } from './destination.ts';
import { usePersistedForm } from './persisted-form.ts';
import { findEmailProblem, toSignInProblem } from './sign-in-problem.ts';
import { useReady } from './use-ready.ts';

type Mode = 'sign-in' | 'sign-up';
type PersistedValues = { mode: Mode; email: string; awaiting: CodeKind | null };
type Problems = { email?: string | undefined; password?: string | undefined; form?: string | undefined };

type Props = {
  next: string | undefined;
  /** Called with the kind of the pending code, or null, so that the page can hide everything else. */
  onAwaiting: (kind: CodeKind | null) => void;
};

const LABELS: Record<Mode, Record<'submit' | 'busy' | 'other', Message>> = {
  'sign-in': { submit: messages.signIn, busy: messages.signingIn, other: messages.switchToSignUp },
  'sign-up': { submit: messages.createAccount, busy: messages.creatingAccount, other: messages.switchToSignIn },
};

/**
 * Email and password form, with ways to recover a forgotten password. Input survives every error. The page continues
 * automatically once the user is signed in.
 */
export function EmailForm({ next, onAwaiting }: Props) {
  const t = useTranslator();
  const [{ mode, email, awaiting }, keep] = usePersistedForm<PersistedValues>({
    mode: 'sign-in',
    email: '',
    awaiting: null,
  });
  const [password, setPassword] = useState('');
  const [problems, setProblems] = useState<Problems>({});
  const [busy, setBusy] = useState<'form' | 'email' | 'recovery'>();
  const ready = useReady();

  // Report the pending code to the page, also after a reload restored it.
  useEffect(() => onAwaiting(awaiting), [awaiting, onAwaiting]);

  if (awaiting) {
    return <CodeForm kind={awaiting} email={email.trim()} next={next} onBack={() => keep({ awaiting: null })} />;
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = { email: findEmailProblem(t, email), password: password ? undefined : t(messages.enterPassword) };
    setProblems(found);
    if (found.email || found.password) return;
    setBusy('form');
    const outcome = await submitForm(mode, email.trim(), password, next).catch((error: unknown) => ({ error }));
    setBusy(undefined);
    if ('signedIn' in outcome) return;
    if ('awaiting' in outcome) return keep({ awaiting: 'signup' });
    const { name } = outcome.error as { name?: string };
    const sentence = toSignInProblem(t, outcome.error);
    setProblems(name === 'AuthWeakPasswordError' ? { password: sentence } : { form: sentence });
  };

  const requestEmail = async (kind: 'email' | 'recovery') => {
    const problem = findEmailProblem(t, email);
    setProblems({ email: problem });
    if (problem) return;
    setBusy(kind);
    const error = await sendCode(kind, email.trim(), next).catch((cause: unknown) => cause);
    setBusy(undefined);
    if (error) setProblems({ form: toSignInProblem(t, error) });
    else keep({ awaiting: kind });
  };

  const labels = LABELS[mode];
  return (
    <Form className="stack" method="post" onSubmit={submit}>
      {problems.form && <Notice tone="red">{problems.form}</Notice>}
      <Field label={t(messages.email)} error={problems.email}>
        <TextInput
          name="email"
          type="email"
          inputMode="email"
          autoComplete="username"
          value={email}
          onChange={(event) => keep({ email: event.target.value })}
        />
      </Field>
      <Field
        label={t(messages.password)}
        error={problems.password}
        hint={mode === 'sign-up' ? t(messages.passwordHint) : undefined}
      >
        <TextInput
          name="password"
          type="password"
          autoComplete={mode === 'sign-up' ? 'new-password' : 'current-password'}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      <Button
        type="submit"
        variant="secondary"
        block
        isInert={!ready}
        loading={busy === 'form'}
        loadingLabel={t(labels.busy)}
      >
        {t(labels.submit)}
      </Button>
      {mode === 'sign-in' && (
        <div className="cluster justify-center sm:justify-between">
          <Button
            variant="ghost"
            size="sm"
            isInert={!ready}
            loading={busy === 'email'}
            onClick={() => requestEmail('email')}
          >
            {t(messages.emailSignInLink)}
          </Button>
          <Button
            variant="ghost"
            size="sm"
            isInert={!ready}
            loading={busy === 'recovery'}
            onClick={() => requestEmail('recovery')}
          >
            {t(messages.forgotPassword)}
          </Button>
        </div>
      )}
      <Button
        variant="ghost"
        block
        isInert={!ready}
        onClick={() => keep({ mode: mode === 'sign-in' ? 'sign-up' : 'sign-in' })}
      >
        {t(labels.other)}
      </Button>
    </Form>
  );
}

type Outcome = { signedIn: true } | { awaiting: true } | { error: unknown };

async function submitForm(mode: Mode, email: string, password: string, next: string | undefined): Promise<Outcome> {
  const client = await getAuthClient();
  if (mode === 'sign-in') {
    const { error } = await client.signInWithPassword({ email, password });
    if (!error) return { signedIn: true };
    if (error.code !== 'email_not_confirmed') return { error };
    await sendCode('signup', email, next);
    return { awaiting: true };
  }
  const options = { emailRedirectTo: getCallbackAddress(next) };
  const { data, error } = await client.signUp({ email, password, options });
  if (error) return { error };
  return data.session ? { signedIn: true } : { awaiting: true };
}

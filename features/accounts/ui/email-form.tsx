import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { getAuthClient } from '../../../web/auth-session.ts';
import { Button } from '../../../web/ui/button.tsx';
import { DialogActions } from '../../../web/ui/dialog-actions.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Form } from '../../../web/ui/form.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import * as messages from '../accounts.messages.ts';
import { HiddenUsername } from './hidden-username.tsx';
import { type CodeKind, RESEND_SECONDS, sendCode } from './send-code.ts';
import { findEmailProblem, getEmailWait, isInvalidEmail, toSendableEmail, toSignInProblem } from './sign-in-problem.ts';
import { useReady } from './use-ready.ts';

type Problems = { email?: string | undefined; password?: string | undefined; form?: string | undefined };

type Props = {
  next: string | undefined;
  email: string;
  /** Called with the typed address. Omitted if the address is known and can't be changed, which hides its field. */
  onEmail?: (email: string) => void;
  withPassword: boolean;
  /** Whether the user has just asked for the password field. */
  isPasswordRequested: boolean;
  /** When the last code was requested for this address, in milliseconds; undefined if none was. */
  sentAt: number | undefined;
  /** Whether the user comes back from the code step to change the address. */
  isReturning: boolean;
  /** Called when a code is on its way, with the time it was requested. */
  onCode: (kind: CodeKind, sentAt: number) => void;
  /** Called after a sign-in with the password. */
  onSignedIn?: () => unknown;
};

const PAGE_LABELS = { code: messages.continueSignIn, password: messages.signIn };
const DIALOG_LABELS = { code: messages.emailMeCode, password: messages.signInAndContinue };

/**
 * The first step: entering an email address to get a code. The same form signs in and creates accounts, so it doesn't
 * tell strangers which addresses have one. Users with a password can enter it instead. Input survives every error. The
 * page continues automatically once the user is signed in.
 */
export function EmailForm(props: Props) {
  const { next, email, onEmail, withPassword, isPasswordRequested, sentAt, isReturning, onCode, onSignedIn } = props;
  const t = useTranslator();
  const [password, setPassword] = useState('');
  const [problems, setProblems] = useState<Problems>({});
  const [isRecovering, setRecovering] = useState(false);
  const isReady = useReady();
  const submits = withPassword ? 'password' : 'code';
  const address = toSendableEmail(email);
  const emailField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);

  // Focus the first empty field.
  useEffect(() => {
    if (!isPasswordRequested) return;
    const firstEmptyField = !emailField.current || emailField.current.value ? passwordField : emailField;
    firstEmptyField.current?.focus();
  }, [isPasswordRequested]);

  const showProblem = (error: unknown) =>
    setProblems(isInvalidEmail(error) ? { email: t(messages.invalidEmail) } : { form: toSignInProblem(t, error) });

  const requestCode = async (kind: CodeKind) => {
    const isFresh = sentAt !== undefined && Date.now() - sentAt < RESEND_SECONDS * 1_000;
    if (kind === 'email' && isFresh) return onCode(kind, sentAt);
    const error = await sendCode(kind, address, next).catch((cause: unknown) => cause);
    if (!error) return onCode(kind, Date.now());
    // The last email is less than a minute old, so its code still works.
    const wait = getEmailWait(error);
    if (wait && wait <= RESEND_SECONDS) return onCode(kind, Date.now() - (RESEND_SECONDS - wait) * 1_000);
    return showProblem(error);
  };

  const recover = async () => {
    const problem = findEmailProblem(t, address);
    setProblems({ email: problem });
    if (problem) return;
    setRecovering(true);
    await requestCode('recovery');
    setRecovering(false);
  };

  const signIn = async () => {
    const { error } = await (await getAuthClient()).signInWithPassword({ email: address, password });
    if (!error) return void (await onSignedIn?.());
    if (error.code === 'email_not_confirmed') return requestCode('signup');
    return showProblem(error);
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = {
      email: findEmailProblem(t, address),
      password: withPassword && !password ? t(messages.enterPassword) : undefined,
    };
    setProblems(found);
    if (found.email || found.password) return;
    await (withPassword ? signIn() : requestCode('email')).catch(showProblem);
  };

  return (
    <Form className="stack" method="post" onSubmit={submit}>
      {problems.form && <Notice tone="red">{problems.form}</Notice>}
      {onEmail ? (
        <Field label={t(messages.email)} error={problems.email}>
          <TextInput
            name="email"
            type="email"
            inputMode="email"
            // Suggest new users their own email address, and users with a password the address saved with it.
            autoComplete={withPassword ? 'username' : 'email'}
            autoCapitalize="none"
            spellCheck={false}
            autoFocus={isReturning}
            ref={emailField}
            value={email}
            onChange={(event) => onEmail(event.target.value)}
          />
        </Field>
      ) : (
        withPassword && <HiddenUsername email={email} />
      )}
      {withPassword && (
        <Field label={t(messages.password)} error={problems.password}>
          <TextInput
            name="password"
            type="password"
            autoComplete="current-password"
            ref={passwordField}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
      )}
      <DialogActions>
        <Button
          type="submit"
          block
          isInert={!isReady}
          // Without an address field, the focus starts on this button.
          autoFocus={!onEmail}
          loadingLabel={withPassword ? t(messages.signingIn) : t(messages.sendingCode)}
        >
          {t(onEmail ? PAGE_LABELS[submits] : DIALOG_LABELS[submits])}
        </Button>
      </DialogActions>
      {withPassword && onEmail && (
        <Button
          variant="ghost"
          size="sm"
          className="self-center"
          isInert={!isReady}
          loading={isRecovering}
          onClick={recover}
        >
          {t(messages.forgotPassword)}
        </Button>
      )}
    </Form>
  );
}

import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import { getAuthClient } from '../../../web/auth-session.ts';
import { Button } from '../../../web/ui/button.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { DialogActions } from '../../../web/ui/dialog-actions.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Form } from '../../../web/ui/form.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { showToast } from '../../../web/ui/toast-store.ts';
import * as shared from '../../../web/ui/ui.messages.ts';
import * as messages from '../accounts.messages.ts';
import { readTypedCode } from '../typed-codes.rules.ts';
import { type CodeKind, RESEND_SECONDS, sendCode } from './send-code.ts';
import { toSignInProblem } from './sign-in-problem.ts';

type Props = {
  kind: CodeKind;
  email: string;
  next: string | undefined;
  /** When the last code was requested, in milliseconds. */
  sentAt: number;
  /** Whether this server accepts sign-ups. If not, unknown addresses get no code, and the text doesn't promise one. */
  takesSignUps: boolean;
  /** Page with the emails of a demo, where no email leaves the server. */
  inbox: string | undefined;
  /** Label of the back button. By default, the button offers to use another address. */
  backLabel?: string;
  onSent: () => void;
  onBack: () => void;
  onSignedIn?: () => unknown;
};

const getIntroduction = (kind: CodeKind, takesSignUps: boolean): typeof messages.codeSent => {
  if (kind === 'recovery') return messages.recoveryCodeSent;
  return kind === 'signup' || takesSignUps ? messages.codeSent : messages.codeSentToMembers;
};

/** Second step of every email sign-in: entering the code. */
export function CodeForm(props: Props) {
  const { kind, email, next, sentAt, takesSignUps, inbox, backLabel, onSent, onBack, onSignedIn } = props;
  const t = useTranslator();
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  // Each step starts at the page's heading, which may leave the field out of view.
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.scrollIntoView({ block: 'nearest' });
  }, []);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    // Read the field itself, because a complete code is submitted before it's rendered.
    const token = readTypedCode(String(new FormData(event.currentTarget).get('code') ?? ''));
    if (!token) return setProblem(t(messages.enterAllDigits));
    setBusy(true);
    setProblem(undefined);
    try {
      const { error } = await (await getAuthClient()).verifyOtp({ email, token, type: kind });
      if (error) throw error;
      await onSignedIn?.();
    } catch (error) {
      setProblem(toSignInProblem(t, error));
      setBusy(false);
    }
  };

  const change = ({ target }: ChangeEvent<HTMLInputElement>) => {
    setCode(target.value);
    // Submit each code once. A code with an added space, for example, is still the same code.
    const typedCode = readTypedCode(target.value);
    if (typedCode && typedCode !== readTypedCode(code)) target.form?.requestSubmit();
  };

  return (
    <Form className="stack" onSubmit={submit}>
      <p className="wrap-anywhere">
        <RichMessage
          message={getIntroduction(kind, takesSignUps)}
          values={{ email, strong: (children) => <strong translate="no">{children}</strong> }}
        />
      </p>
      {inbox && (
        <ButtonLink href={`${inbox}?to=${encodeURIComponent(email)}`} variant="secondary" block icon="mail">
          {t(messages.openDemoInbox)}
        </ButtonLink>
      )}
      <Field label={t(messages.sixDigitCode)} error={problem} hint={t(messages.codeHint)}>
        <TextInput
          name="code"
          value={code}
          onChange={change}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          className="text-lg tracking-widest"
          ref={field}
        />
      </Field>
      <DialogActions>
        <Button type="submit" block loading={busy} loadingLabel={t(messages.checking)}>
          {t(messages.continueSignIn)}
        </Button>
      </DialogActions>
      {/* On phones, the two don't fit on one line, and each takes the whole width. */}
      <div className="cluster">
        <Button variant="ghost" size="sm" icon="arrow-left" className="flex-auto" onClick={onBack}>
          {backLabel ?? t(messages.useOtherEmail)}
        </Button>
        <Resend kind={kind} email={email} next={next} sentAt={sentAt} onSent={onSent} />
      </div>
    </Form>
  );
}

const getSecondsLeft = (sentAt: number) =>
  Math.min(RESEND_SECONDS, Math.max(0, Math.ceil(RESEND_SECONDS - (Date.now() - sentAt) / 1_000)));

function Resend({ kind, email, next, sentAt, onSent }: Pick<Props, 'kind' | 'email' | 'next' | 'sentAt' | 'onSent'>) {
  const t = useTranslator();
  const [secondsLeft, setSecondsLeft] = useState(() => getSecondsLeft(sentAt));
  useEffect(() => setSecondsLeft(getSecondsLeft(sentAt)), [sentAt]);
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
    onSent();
    return showToast({
      title: t(messages.emailResentToast),
      description: t(messages.emailResentExplanation, { email }),
      tone: 'success',
    });
  };
  return (
    <Button
      variant="ghost"
      size="sm"
      icon="refresh"
      className="flex-auto"
      disabled={secondsLeft > 0}
      onClick={() => resend()}
    >
      {secondsLeft > 0 ? t(messages.resendIn, { left: secondsLeft }) : t(shared.sendAgain)}
    </Button>
  );
}

import { useEffect, useState } from 'react';
import type { Translator } from '../../../messages/translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { getAuthClient } from '../../../web/auth-session.ts';
import { Button } from '../../../web/ui/button.tsx';
import { CopyButton } from '../../../web/ui/copy-button.tsx';
import { Dialog } from '../../../web/ui/dialog.tsx';
import { DialogActions } from '../../../web/ui/dialog-actions.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Form } from '../../../web/ui/form.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import * as messages from '../accounts.messages.ts';
import { toSignInProblem } from './sign-in-problem.ts';

type Enrolment = { id: string; qr: string; secret: string };

/** Adds an authenticator app: shows the QR code and the secret as text, and asks for the first code. */
export function AuthenticatorDialog({ onClose, onAdded }: { onClose: () => void; onAdded: () => void }) {
  const t = useTranslator();
  const [enrolment, setEnrolment] = useState<Enrolment>();
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();

  useEffect(() => {
    let isCurrent = true;
    begin(t)
      .then((newEnrolment) => isCurrent && setEnrolment(newEnrolment))
      .catch((error: unknown) => isCurrent && setProblem(toSignInProblem(t, error)));
    return () => {
      isCurrent = false;
    };
  }, [t]);

  const submit = async () => {
    if (!enrolment) return;
    setProblem(undefined);
    const { error } = await (await getAuthClient()).mfa.challengeAndVerify({
      factorId: enrolment.id,
      code: code.replaceAll(/\D/g, ''),
    });
    if (error)
      setProblem(
        error.message === 'Invalid TOTP code entered' ? t(messages.wrongAuthenticatorCode) : toSignInProblem(t, error),
      );
    else onAdded();
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={t(messages.addAuthenticatorTitle)}
      description={t(messages.scanQrCode)}
      size="sm"
    >
      <Form className="stack" onSubmit={submit}>
        {enrolment ? (
          <>
            <div className="rounded-control bg-paper mx-auto w-56 p-2">
              <img src={enrolment.qr} alt={t(messages.qrCode)} width={208} height={208} />
            </div>
            <p className="text-muted text-sm">{t(messages.noCamera)}</p>
            <p className="cluster">
              <code className="break-all text-sm">{enrolment.secret}</code>
              <CopyButton text={enrolment.secret} label={t(messages.copySecret)} />
            </p>
          </>
        ) : (
          !problem && <Skeleton shape="block" className="h-56" />
        )}
        {problem && !enrolment && <Notice tone="red">{problem}</Notice>}
        <Field label={t(messages.sixDigitCode)} error={enrolment && problem}>
          <TextInput
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={9}
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        </Field>
        <DialogActions>
          <Button type="submit" block disabled={!enrolment}>
            {t(messages.turnOnFactor)}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

async function begin(t: Translator): Promise<Enrolment> {
  const client = await getAuthClient();
  const { data: factors } = await client.mfa.listFactors();
  // Remove the unverified factors of abandoned enrollments.
  for (const factor of factors?.all ?? []) {
    if (factor.status === 'unverified') await client.mfa.unenroll({ factorId: factor.id });
  }
  const number = (factors?.all.filter((factor) => factor.status === 'verified').length ?? 0) + 1;
  const { data, error } = await client.mfa.enroll({
    factorType: 'totp',
    friendlyName: number === 1 ? t(messages.authenticatorName) : t(messages.numberedAuthenticator, { number }),
    issuer: 'Planet Crew',
  });
  if (error) throw error;
  const svg = data.totp.qr_code.replace(/^data:image\/svg\+xml;utf-8,/, '');
  return { id: data.id, qr: `data:image/svg+xml,${encodeURIComponent(svg)}`, secret: data.totp.secret };
}

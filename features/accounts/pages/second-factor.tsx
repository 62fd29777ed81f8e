import { useState } from 'react';
import {
  type ClientLoaderFunctionArgs,
  type MetaArgs,
  redirect,
  useLoaderData,
  useNavigate,
  useSearchParams,
} from 'react-router';
import { paths, toSafeReturnPath } from '../../../content/paths.ts';
import type { Message } from '../../../messages/message.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi, unwrap } from '../../../web/api-client.ts';
import { getAccessToken, getAuthClient } from '../../../web/auth-session.ts';
import { createPageMeta } from '../../../web/page-meta.ts';
import { signOut } from '../../../web/sign-out.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Form } from '../../../web/ui/form.tsx';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { attempt } from '../../../web/use-action.ts';
import * as messages from '../accounts.messages.ts';
import { AccountSkeleton } from '../ui/account-skeleton.tsx';
import { toSignInProblem } from '../ui/sign-in-problem.ts';

const readArrival = (address: URLSearchParams) => {
  const next = toSafeReturnPath(address.get('next'));
  return next ? paths.callbackGoingOnTo(next) : paths.callback;
};

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  // Don't use the guard for signed-in pages here, because it would redirect back to this page.
  if (!(await getAccessToken())) throw redirect(paths.auth);
  const { data } = await (await getAuthClient()).mfa.listFactors();
  const factor = data?.totp[0] ?? data?.phone[0] ?? data?.webauthn?.[0];
  if (!factor) throw redirect(readArrival(new URL(request.url).searchParams));
  return { factorId: factor.id, type: factor.factor_type };
}

export function meta({ matches }: MetaArgs) {
  const description = readerTranslator(messages.secondFactorMetaDescription);
  return createPageMeta(matches, {
    title: readerTranslator(messages.secondFactorMetaTitle),
    description,
    path: paths.secondFactor,
    index: false,
  });
}

const LEAD_MESSAGES: Record<'totp' | 'phone' | 'webauthn', Message> = {
  totp: messages.authenticatorLead,
  phone: messages.phoneLead,
  webauthn: messages.securityKeyLead,
};

/** The second step of a sign-in: entering the code of the second factor, or a recovery code if it's lost. */
export default function SecondFactorPage() {
  const t = useTranslator();
  const { factorId, type } = useLoaderData<typeof clientLoader>();
  const [address] = useSearchParams();
  const navigate = useNavigate();
  const [recovering, setRecovering] = useState(false);
  const [challengeId, setChallengeId] = useState<string>();
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();

  const run = (task: () => Promise<void>) => {
    setProblem(undefined);
    return attempt(task, undefined, (_, error) => setProblem(toSignInProblem(t, error)));
  };
  const change = () => {
    setRecovering(!recovering);
    setCode('');
    setProblem(undefined);
  };
  const sendCode = () =>
    run(async () => {
      const { data, error } = await (await getAuthClient()).mfa.challenge({ factorId });
      if (error) throw error;
      setChallengeId(data.id);
    });
  const confirm = async () => {
    const client = await getAuthClient();
    if (recovering) {
      await unwrap(browserApi().api.account['recovery-codes'].use.$post({ json: { code: code.trim() } }));
      await client.refreshSession();
    } else if (type === 'webauthn') {
      const { error } = await client.mfa.webauthn.authenticate({ factorId });
      if (error) throw error;
    } else {
      const token = code.replaceAll(/\D/g, '');
      const { error } = challengeId
        ? await client.mfa.verify({ factorId, challengeId, code: token })
        : await client.mfa.challengeAndVerify({ factorId, code: token });
      if (error) throw error;
    }
    await navigate(readArrival(address), { replace: true });
  };

  const isTyped = recovering || type !== 'webauthn';
  return (
    <div className="page-narrow stack-lg py-8 sm:py-12">
      <PageTitle
        title={t(messages.secondFactorTitle)}
        kicker={t(messages.signInKicker)}
        lead={t(recovering ? messages.recoveryCodeLead : LEAD_MESSAGES[type])}
      />
      <Panel padding="lg">
        <Form className="stack" onSubmit={() => run(confirm)}>
          {type === 'phone' && !recovering && (
            <Button variant="secondary" onClick={sendCode}>
              {challengeId ? t(messages.sendAnotherCode) : t(messages.sendCode)}
            </Button>
          )}
          {isTyped ? (
            <Field label={recovering ? t(messages.recoveryCode) : t(messages.sixDigitCode)} error={problem}>
              <TextInput
                key={recovering ? 'recovery' : 'code'}
                autoFocus
                inputMode={recovering ? 'text' : 'numeric'}
                autoComplete="one-time-code"
                autoCapitalize="none"
                maxLength={recovering ? 20 : 9}
                value={code}
                onChange={(event) => setCode(event.target.value)}
              />
            </Field>
          ) : (
            problem && (
              <p className="field-error" role="alert">
                {problem}
              </p>
            )
          )}
          <Button type="submit" block loadingLabel={t(messages.checking)}>
            {t(messages.confirmCode)}
          </Button>
          <div className="cluster justify-between">
            <Button variant="ghost" size="sm" onClick={change}>
              {recovering ? t(messages.useTwoFactor) : t(messages.useRecoveryCode)}
            </Button>
            <Button variant="ghost" size="sm" icon="logout" onClick={() => signOut().then(() => navigate(paths.auth))}>
              {t(messages.signOut)}
            </Button>
          </div>
        </Form>
      </Panel>
    </div>
  );
}

export { AccountSkeleton as HydrateFallback };

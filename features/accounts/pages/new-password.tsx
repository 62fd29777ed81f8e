import { useState } from 'react';
import { type ClientLoaderFunctionArgs, type MetaArgs, useNavigate } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { getAuthClient, useAuth } from '../../../web/auth-session.ts';
import { requireSignedIn } from '../../../web/guards.ts';
import { createPageMeta } from '../../../web/page-meta.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Form } from '../../../web/ui/form.tsx';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import * as shared from '../../../web/ui/ui.messages.ts';
import { attempt } from '../../../web/use-action.ts';
import * as messages from '../accounts.messages.ts';
import { HiddenUsername } from '../ui/hidden-username.tsx';
import { toSignInProblem } from '../ui/sign-in-problem.ts';

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  await requireSignedIn(request);
  return null;
}

export function meta({ matches }: MetaArgs) {
  const description = readerTranslator(messages.newPasswordMetaDescription);
  return createPageMeta(matches, {
    title: readerTranslator(messages.newPasswordMetaTitle),
    description,
    path: paths.newPassword,
    index: false,
  });
}

/**
 * The last step of "Forgot password?", after the user entered the code or followed the link: choosing the new password.
 */
export default function NewPasswordPage() {
  const t = useTranslator();
  const navigate = useNavigate();
  const { user } = useAuth();
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();

  const submit = async () => {
    if (!password) return setProblem(t(messages.enterNewPassword));
    setProblem(undefined);
    const update = async () => {
      const { error } = await (await getAuthClient()).updateUser({ password });
      if (error) throw error;
      return true;
    };
    const success = { title: t(messages.passwordChangedToast), description: t(messages.passwordChangedExplanation) };
    const isChanged = await attempt(update, success, (_, error) => setProblem(toSignInProblem(t, error)));
    if (isChanged) await navigate(paths.callback, { replace: true });
  };

  return (
    <div className="page-narrow stack-lg py-8 sm:py-12">
      <PageTitle title={t(messages.newPasswordTitle)} kicker={t(messages.signInKicker)} />
      <Panel padding="lg">
        <Form className="stack" onSubmit={submit}>
          <HiddenUsername email={user?.email} />
          <Field label={t(messages.newPassword)} error={problem} hint={t(messages.passwordHint)}>
            <TextInput
              type="password"
              name="password"
              autoComplete="new-password"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          </Field>
          <Button type="submit" block loadingLabel={t(shared.saving)}>
            {t(messages.savePassword)}
          </Button>
        </Form>
      </Panel>
    </div>
  );
}

export function HydrateFallback() {
  return (
    <div className="page-narrow py-8 sm:py-12">
      <Skeleton shape="block" className="h-64" />
    </div>
  );
}

import { useState } from 'react';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { getAuthClient, useAuth } from '../../../web/auth-session.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Form } from '../../../web/ui/form.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { useAction } from '../../../web/use-action.ts';
import * as messages from '../accounts.messages.ts';
import { HiddenUsername } from './hidden-username.tsx';
import { toSignInProblem } from './sign-in-problem.ts';

type Problems = { current?: string; next?: string };

/** Sets or changes the password. All other devices are signed out. */
export function PasswordPanel({
  hasPassword,
  isLocked,
}: {
  hasPassword: boolean;
  /** Whether the password is blocked until it's replaced. */
  isLocked: boolean;
}) {
  const t = useTranslator();
  const { user } = useAuth();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [problems, setProblems] = useState<Problems>({});
  const { run } = useAction();

  const submit = async () => {
    const found: Problems = {
      ...(hasPassword && !current ? { current: t(messages.enterCurrentPassword) } : {}),
      ...(next ? {} : { next: t(messages.enterNewPassword) }),
    };
    setProblems(found);
    if (found.current || found.next) return;
    const change = { password: next, ...(hasPassword ? { current_password: current } : {}) };
    const update = async () => {
      const { error } = await (await getAuthClient()).updateUser(change);
      if (error) throw error;
      setCurrent('');
      setNext('');
    };
    const success = { title: t(messages.passwordChangedToast), description: t(messages.passwordChangedExplanation) };
    await run(update, success, (_, error) => {
      const sentence = toSignInProblem(t, error);
      const isCurrent = (error as { code?: string }).code === 'current_password_invalid';
      setProblems(isCurrent ? { current: sentence } : { next: sentence });
    });
  };

  return (
    <Panel as="section" className="stack" aria-labelledby="password">
      <h2 id="password" className="text-xl">
        {hasPassword || isLocked ? t(messages.passwordTitle) : t(messages.addPasswordTitle)}
      </h2>
      {isLocked && (
        <Notice tone="gold" title={t(messages.passwordBlockedTitle)}>
          {t(messages.passwordBlockedExplanation)}
        </Notice>
      )}
      <Form className="stack" onSubmit={submit}>
        <HiddenUsername email={user?.email} />
        {hasPassword && (
          <Field label={t(messages.currentPassword)} error={problems.current}>
            <TextInput
              type="password"
              autoComplete="current-password"
              value={current}
              onChange={(event) => setCurrent(event.target.value)}
            />
          </Field>
        )}
        <Field label={t(messages.newPassword)} error={problems.next} hint={t(messages.newPasswordHint)}>
          <TextInput
            type="password"
            autoComplete="new-password"
            value={next}
            onChange={(event) => setNext(event.target.value)}
          />
        </Field>
        <div>
          <Button type="submit" variant="secondary">
            {hasPassword ? t(messages.changePassword) : t(messages.setPassword)}
          </Button>
        </div>
      </Form>
    </Panel>
  );
}

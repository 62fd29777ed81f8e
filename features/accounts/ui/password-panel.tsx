import { type FormEvent, useState } from 'react';
import { getAuthClient } from '../../../web/auth-session.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Form } from '../../../web/ui/form.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { showToast } from '../../../web/ui/toast-store.ts';
import { toSignInProblem } from './sign-in-problem.ts';

type Problems = { current?: string; next?: string };

/** Sets or changes the password. All other devices are signed out. */
export function PasswordPanel({
  hasPassword,
  shut,
  onChange,
}: {
  hasPassword: boolean;
  /** The account has a password, but it's blocked until it's replaced. */
  shut: boolean;
  onChange: () => void;
}) {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [problems, setProblems] = useState<Problems>({});
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found: Problems = {
      ...(hasPassword && !current ? { current: 'Enter your current password.' } : {}),
      ...(next ? {} : { next: 'Enter a new password.' }),
    };
    setProblems(found);
    if (found.current || found.next) return;
    setBusy(true);
    const { error } = await (await getAuthClient()).updateUser({
      password: next,
      ...(hasPassword ? { current_password: current } : {}),
    });
    setBusy(false);
    if (error) {
      const sentence = toSignInProblem(error);
      return setProblems(error.code === 'current_password_invalid' ? { current: sentence } : { next: sentence });
    }
    setCurrent('');
    setNext('');
    showToast({ title: 'Password changed', description: 'All other devices were signed out.', tone: 'success' });
    onChange();
  };

  return (
    <Panel as="section" className="stack" aria-labelledby="password">
      <h2 id="password" className="text-xl">
        {hasPassword || shut ? 'Password' : 'Add a password'}
      </h2>
      {shut && (
        <Notice tone="gold" title="Choose a new password">
          You reported that someone else was in your account. Your old password no longer works.
        </Notice>
      )}
      <Form className="stack" onSubmit={submit}>
        {hasPassword && (
          <Field label="Current password" error={problems.current}>
            <TextInput
              type="password"
              autoComplete="current-password"
              value={current}
              onChange={(event) => setCurrent(event.target.value)}
            />
          </Field>
        )}
        <Field label="New password" error={problems.next} hint="At least 8 characters. Avoid common passwords.">
          <TextInput
            type="password"
            autoComplete="new-password"
            value={next}
            onChange={(event) => setNext(event.target.value)}
          />
        </Field>
        <div>
          <Button type="submit" variant="secondary" loading={busy}>
            {hasPassword ? 'Change password' : 'Set password'}
          </Button>
        </div>
      </Form>
    </Panel>
  );
}

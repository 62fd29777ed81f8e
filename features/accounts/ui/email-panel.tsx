import type { User } from '@supabase/auth-js';
import { useState } from 'react';
import { paths } from '../../../content/paths.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { getAuthClient } from '../../../web/auth-session.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Form } from '../../../web/ui/form.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { useAction } from '../../../web/use-action.ts';
import * as messages from '../accounts.messages.ts';
import { findEmailProblem, toSignInProblem } from './sign-in-problem.ts';

/** Changes the account's email. Both mailboxes must confirm. */
export function EmailPanel({ user }: { user: User }) {
  const t = useTranslator();
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState<string>();
  const { run } = useAction();

  const submit = async () => {
    const found = findEmailProblem(t, email);
    setProblem(found);
    if (found) return;
    const update = async () => {
      const emailRedirectTo = `${window.location.origin}${paths.callbackGoingOnTo(paths.security)}`;
      const { error } = await (await getAuthClient()).updateUser({ email: email.trim() }, { emailRedirectTo });
      if (error) throw error;
      setEmail('');
    };
    const success = user.email ? t(messages.emailedBothToast) : t(messages.emailedToast);
    await run(update, success, (_, error) => setProblem(toSignInProblem(t, error)));
  };

  return (
    <Panel as="section" className="stack" aria-labelledby="email">
      <h2 id="email" className="text-xl">
        {t(messages.emailTitle)}
      </h2>
      <p>{user.email || t(messages.noEmail)}</p>
      {user.new_email && (
        <Notice tone="cyan" icon="mail" title={t(messages.changingEmail, { email: user.new_email })}>
          {user.email ? t(messages.confirmBothEmails) : t(messages.confirmEmail)}
        </Notice>
      )}
      <Form className="stack" onSubmit={submit}>
        <Field label={t(messages.newEmail)} error={problem}>
          <TextInput
            type="email"
            inputMode="email"
            autoComplete="email"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        </Field>
        <div>
          <Button type="submit" variant="secondary">
            {t(messages.changeEmail)}
          </Button>
        </div>
      </Form>
    </Panel>
  );
}

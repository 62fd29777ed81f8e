import type { User } from '@supabase/auth-js';
import { type FormEvent, useState } from 'react';
import { paths } from '../../../content/paths.ts';
import { getAuthClient } from '../../../web/auth-session.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Form } from '../../../web/ui/form.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { showToast } from '../../../web/ui/toast-store.ts';
import { findEmailProblem, toSignInProblem } from './sign-in-problem.ts';

/** Changes the account's email. Both mailboxes must confirm. */
export function EmailPanel({ user, onChange }: { user: User; onChange: () => void }) {
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = findEmailProblem(email);
    setProblem(found);
    if (found) return;
    setBusy(true);
    const emailRedirectTo = `${window.location.origin}${paths.callbackGoingOnTo(paths.security)}`;
    const { error } = await (await getAuthClient()).updateUser({ email: email.trim() }, { emailRedirectTo });
    setBusy(false);
    if (error) return setProblem(toSignInProblem(error));
    setEmail('');
    showToast({ title: user.email ? 'We emailed both addresses' : 'We emailed that address', tone: 'success' });
    onChange();
  };

  return (
    <Panel as="section" className="stack" aria-labelledby="email">
      <h2 id="email" className="text-xl">
        Email address
      </h2>
      <p>{user.email || 'No email address yet'}</p>
      {user.new_email && (
        <Notice tone="cyan" icon="mail" title={`Changing to ${user.new_email}`}>
          {user.email
            ? "We've emailed both addresses. Open both links to confirm the change."
            : "We've emailed this address. Open the link to confirm it."}
        </Notice>
      )}
      <Form className="stack" onSubmit={submit}>
        <Field label="New address" error={problem}>
          <TextInput
            type="email"
            inputMode="email"
            autoComplete="email"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        </Field>
        <div>
          <Button type="submit" variant="secondary" loading={busy}>
            Change address
          </Button>
        </div>
      </Form>
    </Panel>
  );
}

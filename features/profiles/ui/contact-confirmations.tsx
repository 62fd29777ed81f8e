import { type FormEvent, useEffect, useState } from 'react';
import { paths } from '../../../content/paths.ts';
import type { Translator } from '../../../messages/translator.ts';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import { ApiError, browserApi, toErrorMessage, unwrap } from '../../../web/api-client.ts';
import { Badge } from '../../../web/ui/badge.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { Field } from '../../../web/ui/field.tsx';
import { Form } from '../../../web/ui/form.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { SkeletonRegion } from '../../../web/ui/skeleton-region.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';
import { showToast } from '../../../web/ui/toast-store.ts';
import { VisuallyHidden } from '../../../web/ui/visually-hidden.tsx';
import { useQuery } from '../../../web/use-query.ts';
import type { OwnContact } from '../contact-confirmation/contact-confirmation.schema.ts';
import { CONTACT_LABELS } from '../game-labels.schema.ts';
import * as messages from '../profiles.messages.ts';

const RESEND_SECONDS = 60;
const api = () => browserApi().api.profiles.me.contacts;

/**
 * Shows the addresses of the user's own profile and whether they're confirmed. For an unconfirmed address, shows where
 * messages are sent until then and a field for the code.
 * @param quiet renders nothing while loading or when there's nothing to confirm
 */
export function ContactConfirmations({ quiet = false }: { quiet?: boolean }) {
  const t = useTranslator();
  const { data, failed, reload, setData } = useQuery('contacts', () => api().$get());
  const shownContacts = data?.contacts.filter(({ address }) => address !== null);
  const missingContacts = quiet ? [] : data?.contacts.filter(({ address }) => address === null);
  // One level deeper inside a profile step, below the step's heading.
  const Heading = quiet ? 'h3' : 'h2';
  if (quiet && !failed && !shownContacts?.some(({ confirmed }) => !confirmed)) return null;
  return (
    <section aria-labelledby="contacts" className="stack">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <Heading id="contacts" className="font-sans text-base font-semibold">
          {t(messages.contactsTitle)}
        </Heading>
        {!quiet && (
          <ButtonLink variant="ghost" size="sm" to={`${paths.editProfile}#email`}>
            {t(messages.changeContacts)}
          </ButtonLink>
        )}
      </div>
      {failed && (
        <ErrorState title={t(messages.contactsLoadFailed)} onRetry={reload}>
          {t(messages.contactsLoadHint)}
        </ErrorState>
      )}
      {!failed && !shownContacts && (
        <SkeletonRegion label={t(messages.contactsLoading)}>
          <Skeleton className="h-5 w-4/5" />
        </SkeletonRegion>
      )}
      {shownContacts?.length === 0 && <p className="text-muted">{t(messages.noContacts)}</p>}
      <ul className="stack">
        {shownContacts?.map((contact) => (
          <li key={contact.kind} className="stack">
            <Contact key={contact.address} contact={contact} onChange={(contacts) => setData({ contacts })} />
          </li>
        ))}
        {missingContacts?.map(({ kind }) => (
          <li key={kind} className="flex min-h-11 items-center justify-between gap-4">
            <span className="font-semibold">{t(CONTACT_LABELS[kind])}</span>
            <ButtonLink variant="secondary" size="sm" to={`${paths.editProfile}#${kind}`}>
              <RichMessage
                message={messages.setUpContact}
                values={{
                  contact: t(CONTACT_LABELS[kind]),
                  hidden: (text) => <VisuallyHidden>{text}</VisuallyHidden>,
                }}
              />
            </ButtonLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

type ContactProps = { contact: OwnContact; onChange: (contacts: OwnContact[]) => void };

function Contact({ contact, onChange }: ContactProps) {
  const t = useTranslator();
  const { kind, address, confirmed, goes_to } = contact;
  const [isCodeSent, setIsCodeSent] = useState(contact.code_sent);
  const [secondsLeft, setSecondsLeft] = useState(0);
  const [busy, setBusy] = useState<'send' | 'confirm' | null>(null);
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    if (secondsLeft === 0) return;
    const timer = setTimeout(() => setSecondsLeft(secondsLeft - 1), 1_000);
    return () => clearTimeout(timer);
  }, [secondsLeft]);

  const attemptWork = async (what: 'send' | 'confirm', work: () => Promise<void>) => {
    setBusy(what);
    setProblem(undefined);
    try {
      await work();
    } catch (error) {
      const fallback = t(messages.contactFailed);
      const why = error instanceof ApiError ? toErrorMessage(error, fallback) : fallback;
      // Screen readers read the code field's error only with that field. After requesting another code the focus is
      // elsewhere, so show a toast.
      if (what === 'send' && isCodeSent)
        showToast({ title: t(messages.sendCodeFailed), description: why, tone: 'error' });
      else setProblem(why);
    } finally {
      setBusy(null);
    }
  };
  const send = () =>
    attemptWork('send', async () => {
      await unwrap(api()[':kind'].code.$post({ param: { kind } }));
      if (isCodeSent) showToast({ title: t(messages.codeResentToast), tone: 'success' });
      setIsCodeSent(true);
      setSecondsLeft(RESEND_SECONDS);
    });
  const confirm = (event: FormEvent) => {
    event.preventDefault();
    const digits = code.replaceAll(/\D/g, '');
    if (digits.length !== 6) return setProblem(t(messages.codeIncomplete));
    return attemptWork('confirm', async () => {
      const json = { code: digits };
      onChange((await unwrap(api()[':kind'].confirmation.$post({ param: { kind }, json }))).contacts);
      showToast({ title: t(messages.contactConfirmedToast), tone: 'success' });
    });
  };

  return (
    <>
      <div className="cluster">
        <span className="text-sm text-muted">{t(CONTACT_LABELS[kind])}</span>
        <span className="min-w-0 break-all font-medium">{address}</span>
        {confirmed && (
          <Badge tone="green" icon="check">
            {t(messages.confirmedBadge)}
          </Badge>
        )}
        {!confirmed && (
          <Badge tone="gold">{isCodeSent ? t(messages.codeSentBadge) : t(messages.notConfirmedBadge)}</Badge>
        )}
      </div>
      {!confirmed && (
        <>
          <p className="text-muted">{explainUnconfirmed(t, kind, goes_to)}</p>
          {isCodeSent ? (
            <Form className="stack" onSubmit={confirm}>
              <Field
                label={t(messages.codeLabel, { address: address ?? '' })}
                error={problem}
                hint={t(messages.codeHint)}
              >
                <TextInput
                  name={`${kind}-code`}
                  // The button that had focus was removed.
                  autoFocus={secondsLeft > 0}
                  value={code}
                  onChange={(event) => setCode(event.target.value)}
                  inputMode="numeric"
                  autoComplete="one-time-code"
                  maxLength={9}
                />
              </Field>
              <div className="cluster">
                <Button type="submit" size="sm" loading={busy === 'confirm'} loadingLabel={t(messages.checkingCode)}>
                  {t(messages.confirmCode)}
                </Button>
                <Button
                  variant="ghost"
                  size="sm"
                  icon="refresh"
                  disabled={secondsLeft > 0 || busy !== null}
                  onClick={() => send()}
                >
                  {secondsLeft > 0 ? t(messages.sendAgainIn, { left: secondsLeft }) : t(messages.sendAgain)}
                </Button>
              </div>
            </Form>
          ) : (
            <div className="stack">
              <div>
                <Button size="sm" variant="secondary" icon="mail" loading={busy === 'send'} onClick={() => send()}>
                  {t(messages.sendCode)}
                </Button>
              </div>
              {problem && (
                <p className="field-error" role="alert">
                  {problem}
                </p>
              )}
            </div>
          )}
        </>
      )}
    </>
  );
}

/** Returns where messages are sent until an address is confirmed. */
function explainUnconfirmed(t: Translator, kind: OwnContact['kind'], deliveredTo: string | null): string {
  if (deliveredTo) return t(messages.unconfirmedElsewhere, { address: deliveredTo });
  return kind === 'email' ? t(messages.unconfirmedEmail) : t(messages.unconfirmedPhone);
}

import { lazy, Suspense, useEffect, useState } from 'react';
import { useLoaderData, useNavigate } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { formatPrice } from '../../../content/prices.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { getAccessToken } from '../../../web/auth-session.ts';
import { getPageMetadata } from '../../../web/page-facts.ts';
import { createPageHead } from '../../../web/page-meta.ts';
import { Button } from '../../../web/ui/button.tsx';
import { Form } from '../../../web/ui/form.tsx';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { showToast } from '../../../web/ui/toast-store.ts';
import * as shared from '../../../web/ui/ui.messages.ts';
import * as messages from '../team-assembly.messages.ts';
import { createEmptyDraft, type Draft, type Problems, RequestFields } from '../ui/request-fields.tsx';
import { useRequestDraft } from '../ui/use-request-draft.ts';

export const loader = () => ({
  page: getPageMetadata(paths.assemblyRequest),
  price: formatPrice(readerTranslator, 'PRICE_TEAM_ASSEMBLY'),
});

export const shouldRevalidate = () => false;
export const meta = createPageHead;

/** Form checks and the later steps load only for users who sign in or submit, not for everyone who reads the page. */
const loadChecks = () => import('../ui/request-checks.ts');
const loadSent = () => import('../ui/request-sent.tsx');
const loadPay = () => import('../../payments/ui/buy-button.tsx');
const loadSummary = () => import('../../../web/ui/error-summary.tsx');
const RequestSent = lazy(async () => ({ default: (await loadSent()).RequestSent }));
const BuyButton = lazy(async () => ({ default: (await loadPay()).BuyButton }));
const ErrorSummary = lazy(async () => ({ default: (await loadSummary()).ErrorSummary }));

const omitFixed = (problems: Problems, isFixed: (field: string) => boolean): Problems =>
  Object.fromEntries(Object.entries(problems).filter(([field]) => !isFixed(field)));

export default function AssemblyRequestPage() {
  const t = useTranslator();
  const { price } = useLoaderData<typeof loader>();
  const [profileDraft, setProfileDraft] = useState<Partial<Draft>>({});
  const [typedDraft, keep] = useRequestDraft();
  const draft: Draft = { ...createEmptyDraft(), ...profileDraft, ...typedDraft };
  const [problems, setProblems] = useState<Problems>({});
  const [attempts, setAttempts] = useState(0);
  const [busy, setBusy] = useState(false);
  const [sentRequest, setSentRequest] = useState<{ id: string; paid: boolean }>();
  const navigate = useNavigate();

  useEffect(() => {
    let isMounted = true;
    const loadRequest = async () => {
      if (!(await getAccessToken())) return;
      const { prefill: found, filled } = await (await loadChecks()).loadPrefill(createEmptyDraft());
      if (!isMounted) return;
      setProfileDraft(found);
      setProblems((previous) => omitFixed(previous, (field) => filled.has(field)));
    };
    // If this fails, the form stays empty, as for a visitor.
    loadRequest().catch(() => {});
    return () => {
      isMounted = false;
    };
  }, []);

  /** Clears an error as soon as its field is filled in. New errors appear only on the next submission. */
  const change = (part: Partial<Draft>) => {
    // Painted hours and their text belong together: once the user edits one, we no longer prefill the other.
    const hours =
      'week' in part || 'availability' in part ? { week: draft.week, availability: draft.availability } : {};
    const next = { ...hours, ...part };
    keep({ ...typedDraft, ...next });
    if (Object.keys(problems).length === 0) return;
    void loadChecks().then(({ checkRequest }) => {
      const { problems } = checkRequest(t, { ...draft, ...next });
      setProblems((said) => omitFixed(said, (field) => !problems[field]));
    });
  };

  const submitRequest = async () => {
    setBusy(true);
    setAttempts((before) => before + 1);
    try {
      // Load everything needed to show the result before sending anything.
      const [{ sendRequest }] = await Promise.all([loadChecks(), loadSent(), loadPay(), loadSummary()]);
      const { problems: found, made } = await sendRequest(t, draft, (to) => void navigate(to));
      setProblems(found);
      if (!made) return;
      setSentRequest(made);
      keep({});
    } catch {
      // Something couldn't be loaded.
      showToast({ title: t(messages.submissionError), description: t(shared.tryAgainHint), tone: 'error' });
    } finally {
      setBusy(false);
    }
  };

  return (
    <div className="page stack-lg pb-16">
      <PageTitle
        title={t(messages.requestTitle)}
        kicker={t(messages.requestKicker)}
        lead={t(messages.requestLead)}
        className="pb-0"
      />
      {sentRequest ? (
        <Suspense>
          <RequestSent
            key={sentRequest.id}
            request={sentRequest}
            pay={<BuyButton purchase={{ priceId: 'PRICE_TEAM_ASSEMBLY' }}>{t(messages.pay, { price })}</BuyButton>}
            onRequestAnother={() => setSentRequest(undefined)}
          />
        </Suspense>
      ) : (
        <Panel>
          <Form
            className="stack-lg"
            onSubmit={(event) => {
              event.preventDefault();
              void submitRequest();
            }}
          >
            {Object.keys(problems).length > 0 && (
              <Suspense>
                <ErrorSummary
                  attempt={attempts}
                  errors={Object.values(problems).map((message) => ({ message: message ?? '' }))}
                />
              </Suspense>
            )}
            <RequestFields draft={draft} problems={problems} onChange={change} />
            <div className="cluster">
              <Button type="submit" loading={busy} loadingLabel={t(messages.submitting)}>
                {t(messages.submit)}
              </Button>
              <p className="text-sm text-muted">
                <span>{t(messages.priceNote, { price })}</span>
                {Object.values(profileDraft).some((value) => value !== '') && <span> {t(messages.prefilledNote)}</span>}
              </p>
            </div>
          </Form>
        </Panel>
      )}
    </div>
  );
}

import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { prices } from '../../../content/prices.ts';
import { dayOf } from '../../../time/instants.ts';
import { ApiError, browserApi, sentenceOf, unwrap } from '../../../web/api-client.ts';
import { pageFacts } from '../../../web/page-facts.ts';
import { headOfPage } from '../../../web/page-meta.ts';
import { accessToken } from '../../../web/session.ts';
import { Button } from '../../../web/ui/button.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { ErrorSummary } from '../../../web/ui/error-summary.tsx';
import { Form } from '../../../web/ui/form.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { learnZone, readerZone } from '../../../web/ui/reader-zone.ts';
import { toast } from '../../../web/ui/toast-store.ts';
import { readerHere } from '../../../web/ui/viewer-zone.ts';
import { weekToWindows } from '../../../web/ui/week-cells.ts';
import { BuyButton } from '../../deals/ui/buy-button.tsx';
import { type Draft, emptyDraft, RequestFields } from '../ui/request-fields.tsx';

export const loader = () => ({ page: pageFacts(paths.assemblyRequest) });

export const shouldRevalidate = () => false;
export const meta = headOfPage;

const payloadOf = (draft: Draft) => ({
  desired_roles: draft.roles,
  skill_tiers: draft.tier,
  region: draft.region,
  platform: draft.platform,
  availability_windows: draft.availability,
  windows: weekToWindows(draft.week),
  timezone: readerZone(),
  discord_psn: draft.contact,
  budget_notes: draft.notes,
  deadline: draft.deadline,
});

export type Problems = Partial<Record<string, string>>;

/** What is missing, by field, in the words of the schema; a deadline that is over counts as missing. */
async function check(payload: ReturnType<typeof payloadOf>) {
  // The checks come with their library when somebody sends the form, not to everybody who reads the page.
  const [{ TeamBuildInput }, { wallClock }] = await Promise.all([
    import('../teams.schema.ts'),
    import('../../../time/wall-clock.ts'),
  ]);
  const parsed = TeamBuildInput.safeParse(payload);
  const problems: Problems = {};
  for (const issue of parsed.error?.issues ?? []) problems[String(issue.path[0])] ??= issue.message;
  const today = dayOf(new Date(wallClock(Date.now(), payload.timezone)));
  if (!problems.deadline && payload.deadline < today) problems.deadline = 'The deadline has to be in the future.';
  return { problems, json: parsed.data };
}

/** What the own profile says of the request; nothing for visitors, and where it cannot be read. */
async function readKnown(): Promise<Partial<Draft>> {
  if (!(await accessToken())) return {};
  try {
    const [profile, { knownOfProfile }] = await Promise.all([
      unwrap(browserApi().api.profiles.me.$get()),
      import('../ui/known-of-profile.ts'),
    ]);
    learnZone(profile.timezone);
    return knownOfProfile(profile, readerHere());
  } catch {
    return {};
  }
}

const FAILED = 'Failed to submit request. Please try again.';

export default function AssemblyRequestPage() {
  const [known, setKnown] = useState<Partial<Draft>>({});
  const [typed, setTyped] = useState<Partial<Draft>>({});
  const draft: Draft = { ...emptyDraft(), ...known, ...typed };
  const [problems, setProblems] = useState<Problems>({});
  const [attempts, setAttempts] = useState(0);
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState<{ id: string; paid: boolean }>();
  const navigate = useNavigate();

  useEffect(() => {
    let here = true;
    void readKnown().then((found) => {
      if (!here) return;
      setKnown(found);
      const filled: Partial<Record<string, string | readonly unknown[]>> = payloadOf({ ...emptyDraft(), ...found });
      setProblems((said) => Object.fromEntries(Object.entries(said).filter(([field]) => !filled[field]?.length)));
    });
    return () => {
      here = false;
    };
  }, []);

  /** What was said to be missing goes as soon as it is there; nothing new is said before the next press. */
  const change = (part: Partial<Draft>) => {
    // Hours and their words belong together: who typed one of them is not given the other.
    const hours =
      'week' in part || 'availability' in part ? { week: draft.week, availability: draft.availability } : {};
    const next = { ...hours, ...part };
    setTyped({ ...typed, ...next });
    if (Object.keys(problems).length === 0) return;
    void check(payloadOf({ ...draft, ...next })).then(({ problems: left }) =>
      setProblems((said) => Object.fromEntries(Object.entries(said).filter(([field]) => left[field]))),
    );
  };

  const submit = async () => {
    if (!(await accessToken())) {
      toast({
        title: 'Authentication Required',
        description: 'Please log in to submit a team assembly request.',
        tone: 'error',
        action: { label: 'Log in', onClick: () => void navigate(paths.authReturningTo(paths.assemblyRequest)) },
      });
      return;
    }
    const payload = payloadOf(draft);
    setBusy(true);
    setAttempts((before) => before + 1);
    try {
      const { problems: found, json } = await check(payload);
      setProblems(found);
      if (!json || Object.keys(found).length > 0) return;
      const made = await unwrap(browserApi().functions.v1['team-build-request'].$post({ json }));
      toast({
        title: 'Request Submitted!',
        description: `Request #${made.id.slice(0, 8)} submitted. We target 48h delivery.`,
        tone: 'success',
      });
      setSent(made);
      setTyped({});
    } catch (error) {
      if (error instanceof ApiError && error.field) setProblems({ [error.field]: error.message });
      toast({ title: 'Submission Error', description: sentenceOf(error, FAILED), tone: 'error' });
    } finally {
      setBusy(false);
    }
  };

  return (
    <div className="page stack-lg pb-16">
      <PageTitle
        title="Team Assembly Request"
        kicker="Concierge"
        lead="Five players in 48 h, or a full refund. Tell us who is missing; every seat is confirmed by the player before you get it."
        className="pb-0"
      />
      {sent ? (
        <>
          <Sent key={sent.id} sent={sent} />
          <Button variant="ghost" className="self-start btn-flush" onClick={() => setSent(undefined)}>
            Ask for another squad
          </Button>
        </>
      ) : (
        <Panel>
          <Form
            className="stack-lg"
            onSubmit={(event) => {
              event.preventDefault();
              void submit();
            }}
          >
            <ErrorSummary
              attempt={attempts}
              errors={Object.values(problems).map((message) => ({ message: message ?? '' }))}
            />
            <RequestFields draft={draft} problems={problems} onChange={change} />
            <div className="cluster">
              <Button type="submit" loading={busy} loadingLabel="Submitting...">
                Submit Request
              </Button>
              <p className="text-sm text-mist">
                {prices.PRICE_TEAM_ASSEMBLY.label}. The 48-hour clock starts once the request is paid.
                {Object.values(known).some((value) => value !== '') &&
                  ' What your profile knows is filled in: change what is different for this squad.'}
              </p>
            </div>
          </Form>
        </Panel>
      )}
    </div>
  );
}

/** The next step stands above a long form that was sent from its end, so it takes the focus and comes into sight. */
function Sent({ sent }: { sent: { id: string; paid: boolean } }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1}>
      <NextStep sent={sent} />
    </div>
  );
}

function NextStep({ sent }: { sent: { id: string; paid: boolean } }) {
  if (sent.paid) {
    return (
      <Notice
        tone="green"
        title="The clock is running"
        action={<ButtonLink to={paths.assembly(sent.id)}>Follow your team</ButtonLink>}
      >
        Request #{sent.id.slice(0, 8)} is paid. The concierge is looking.
      </Notice>
    );
  }
  return (
    <Notice
      tone="gold"
      title="One step left: payment"
      action={
        <div className="cluster">
          <BuyButton purchase={{ priceId: 'PRICE_TEAM_ASSEMBLY' }}>Pay {prices.PRICE_TEAM_ASSEMBLY.label}</BuyButton>
          <ButtonLink variant="ghost" to={paths.assembly(sent.id)}>
            See the request
          </ButtonLink>
        </div>
      }
    >
      Request #{sent.id.slice(0, 8)} is kept for 7 days. The 48-hour clock starts when it is paid.
    </Notice>
  );
}

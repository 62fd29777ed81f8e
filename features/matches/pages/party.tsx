import { useState } from 'react';
import { type ClientLoaderFunctionArgs, type MetaArgs, useLoaderData, useNavigate } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { ApiError, browserApi, unwrap } from '../../../web/api-client.ts';
import { requireOnboarded } from '../../../web/guards.ts';
import { pageMeta } from '../../../web/page-meta.ts';
import { Avatar } from '../../../web/ui/avatar.tsx';
import { Button } from '../../../web/ui/button.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { Notice } from '../../../web/ui/notice.tsx';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { Skeleton } from '../../../web/ui/skeleton.tsx';
import { SkeletonRegion } from '../../../web/ui/skeleton-region.tsx';
import { toast } from '../../../web/ui/toast-store.ts';
import type { PartyLink } from '../parties/parties.schema.ts';

type Loaded = { token: string; link: PartyLink | null; problem: string | null };

export async function clientLoader({ request, params }: ClientLoaderFunctionArgs): Promise<Loaded> {
  await requireOnboarded(request);
  const token = params.token ?? '';
  try {
    const link = await unwrap(browserApi().api.party.links[':token'].$get({ param: { token } }));
    return { token, link, problem: null };
  } catch (error) {
    return { token, link: null, problem: error instanceof ApiError ? error.message : 'Please try again.' };
  }
}

export function meta({ matches, params }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Join a Party',
    description: 'Queue together: the matcher places a whole party in the same squad.',
    path: paths.party(params.token ?? ''),
    index: false,
  });
}

export function HydrateFallback() {
  return (
    <div className="page-narrow stack-lg pt-8 pb-16">
      <PageTitle title="Join a party" className="pb-0" />
      <SkeletonRegion label="Loading the party">
        <Skeleton shape="block" className="h-40" />
      </SkeletonRegion>
    </div>
  );
}

/** Where a party's link leads: who is in it, and one button. */
export default function PartyPage() {
  const { token, link, problem } = useLoaderData<typeof clientLoader>();
  return (
    <div className="page-narrow stack-lg pt-8 pb-16">
      <PageTitle
        title="Join a party"
        className="pb-0"
        lead="Queue together: the matcher places all of you in the same squad, or nobody."
      />
      {link ? (
        <Joining token={token} link={link} />
      ) : (
        <Notice
          tone="gold"
          title="This link leads nowhere"
          action={
            <ButtonLink to={paths.matches} size="sm" variant="secondary">
              Your matches
            </ButtonLink>
          }
        >
          {problem}
        </Notice>
      )}
    </div>
  );
}

function Joining({ token, link }: { token: string; link: PartyLink }) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const join = async () => {
    setBusy(true);
    try {
      await unwrap(browserApi().api.party.links[':token'].$post({ param: { token } }));
      toast({ title: 'You joined the party', tone: 'success' });
      void navigate(paths.matches);
    } catch (error) {
      toast({
        title: 'You have not joined',
        description: error instanceof ApiError ? error.message : 'Please try again.',
        tone: 'error',
      });
      setBusy(false);
    }
  };
  return (
    <Panel as="section" aria-labelledby="whose" className="stack">
      <h2 id="whose" className="text-lg wrap-anywhere">
        The party of {link.leader_name}
      </h2>
      <ul className="grid gap-2" aria-label="Members">
        {link.members.map((member, seat) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names may be alike and the list does not change
          <li key={seat} className="flex items-center gap-3">
            <Avatar name={member.display_name} src={member.avatar_path} size={40} decorative />
            <span className="min-w-0 truncate">{member.display_name}</span>
          </li>
        ))}
      </ul>
      {link.joined && <p>You are in this party already.</p>}
      {link.full && !link.joined && <p>This party is full. Ask them for another one, or start your own.</p>}
      {link.joined || link.full ? (
        <ButtonLink to={paths.matches} className="self-start">
          Go to your matches
        </ButtonLink>
      ) : (
        <Button icon="users" loading={busy} className="self-start" onClick={() => join()}>
          Join the party
        </Button>
      )}
    </Panel>
  );
}

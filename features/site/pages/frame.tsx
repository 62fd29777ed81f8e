import { type ComponentType, lazy, Suspense } from 'react';
import { Outlet, useRouteLoaderData } from 'react-router';
import { links } from '../../../content/links.ts';
import { paths } from '../../../content/paths.ts';
import { type ActInPlace, ActInPlaceContext, type PlacedAction } from '../../../web/act-in-place.ts';
import { PageError } from '../../../web/page-error.tsx';
import { NavigationProgress } from '../../../web/shell/navigation-progress.tsx';
import { PageFrame } from '../../../web/shell/page-frame.tsx';
import { useHeaderAccount } from '../../../web/use-header-account.ts';
import type { SiteFacts } from '../site.schema.ts';

const SOCIAL = { follow: links.xProfile, community: links.xCommunity, chat: links.chatInvite };

/** Visitors do not load it; when it does not load, the page goes on without. */
const Bell = lazy<ComponentType>(() =>
  import('../../notifications/ui/bell.tsx').catch(() => ({ default: () => null })),
);

/** Header, navigation and footer around every page. */
export default function Frame() {
  const site = useRouteLoaderData<SiteFacts>('root');
  const { account, signOut } = useHeaderAccount();
  return (
    <ActInPlaceContext value={answerInPlace}>
      <PageFrame
        social={SOCIAL}
        account={account}
        onSignOut={signOut}
        bell={
          account && (
            <Suspense>
              <Bell key={account.id} />
            </Suspense>
          )
        }
        demo={site?.demo ?? false}
      >
        <NavigationProgress />
        <Outlet />
      </PageFrame>
    </ActInPlaceContext>
  );
}

export function ErrorBoundary() {
  return (
    <PageFrame social={SOCIAL} account={undefined}>
      <PageError />
    </PageFrame>
  );
}

/** What is done about a message without leaving the page it is shown on: the same as on the page that it leads to. */
const answerInPlace: ActInPlace = ({ label, path }) => {
  const [page, query] = path.split('?');
  const about = new URLSearchParams(query);
  if (page === paths.respond) {
    return { actions: [{ name: 'answer', label, act: () => answerByLink(about) }], opens: false };
  }
  const [party, team, squad] = [about.get('party'), about.get('team'), about.get('squad')];
  if (page === paths.matches && party) return { actions: partyAnswers(party), opens: true };
  if (page === paths.squads && squad) return { actions: squadAnswers(squad), opens: true };
  const version = about.get('stand-in');
  const session = page?.startsWith(paths.session('')) ? page.slice(paths.session('').length) : '';
  if (session && version) return { actions: standInAnswers(session, Number(version)), opens: true };
  if (page === paths.invitations && team) return { actions: seatAnswers(team), opens: true };
  return undefined;
};

async function answerByLink(query: URLSearchParams): Promise<void> {
  const [{ readRespondLink }, { answerMatch }] = await Promise.all([
    import('../../matches/respond-link.rules.ts'),
    import('../../matches/ui/answer-match.tsx'),
  ]);
  const link = readRespondLink(query);
  if (!link.ok) throw new Error(link.message);
  await answerMatch(link.matchId, link.action);
}

function partyAnswers(id: string): PlacedAction[] {
  const answer = async (action: 'accept' | 'decline') =>
    (await import('../../matches/ui/answer-party.ts')).answerParty(id, action);
  return [
    { name: 'join', label: 'Join party', act: () => answer('accept') },
    { name: 'decline', label: 'Decline invitation', act: () => answer('decline') },
  ];
}

function squadAnswers(id: string): PlacedAction[] {
  const answer = async (action: 'accept' | 'decline') =>
    (await import('../../squads/ui/answer-squad.ts')).answerSquad(id, action);
  return [
    { name: 'join', label: 'Join squad', act: () => answer('accept') },
    { name: 'decline', label: 'Decline invitation', act: () => answer('decline') },
  ];
}

function standInAnswers(id: string, version: number): PlacedAction[] {
  const answer = async (action: 'accept' | 'decline') =>
    (await import('../../squads/ui/answer-stand-in.ts')).answerStandIn(id, version, action);
  return [
    { name: 'stand in', label: 'Stand in', act: () => answer('accept') },
    { name: 'decline', label: 'Not this time', act: () => answer('decline') },
  ];
}

function seatAnswers(teamBuildId: string): PlacedAction[] {
  const answer = async (accept: boolean) =>
    (await import('../../teams/ui/answer-seat.ts')).answerSeat(teamBuildId, accept);
  return [
    { name: 'take', label: 'Take the seat', act: () => answer(true) },
    { name: 'decline', label: 'Not this time', act: () => answer(false) },
  ];
}

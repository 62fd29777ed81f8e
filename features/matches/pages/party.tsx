import { type LoaderFunctionArgs, type MetaArgs, useLoaderData, useNavigate, useParams } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi, serverApi, unwrap } from '../../../web/api-client.ts';
import { loadPage, loadResponse, useViewerData } from '../../../web/load-page.ts';
import { createPageMeta } from '../../../web/page-meta.ts';
import { Avatar } from '../../../web/ui/avatar.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { showToast } from '../../../web/ui/toast-store.ts';
import * as messages from '../matches.messages.ts';
import type { PartyLink } from '../parties/parties.schema.ts';
import { JoinByLink } from '../ui/join-by-link.tsx';
import { JoinLinkPage } from '../ui/join-link-page.tsx';

/** Loads the page for a visitor, because the server doesn't know who's signed in. */
export const loader = ({ params, context }: LoaderFunctionArgs) =>
  loadResponse(() =>
    unwrap(serverApi(context).api.party.links[':token'].$get({ param: { token: params.token ?? '' } })),
  );

export function meta({ matches, params, loaderData }: MetaArgs<typeof loader>) {
  const link = loaderData?.data;
  return createPageMeta(matches, {
    title: link
      ? readerTranslator(messages.partyMetaTitle, { leaderName: link.leader_name })
      : readerTranslator(messages.partyMetaTitleMissing),
    description: readerTranslator(messages.partyMetaDescription),
    path: paths.party(params.token ?? ''),
    index: false,
  });
}

/** The page for a party link: whose party it is, its members, and a button to join. */
export default function PartyPage() {
  const t = useTranslator();
  const { token = '' } = useParams();
  const { loaded, retry } = useViewerData(useLoaderData<typeof loader>(), token, () =>
    loadPage(() => unwrap(browserApi().api.party.links[':token'].$get({ param: { token } }))),
  );
  return (
    <JoinLinkPage
      noun="party"
      lead={t(messages.partyLinkLead)}
      loaded={loaded}
      retry={retry}
      fallback={
        <ButtonLink to={paths.matches} variant="secondary">
          {t(messages.yourMatches)}
        </ButtonLink>
      }
    >
      {(link) => <Joining link={link} onLate={retry} />}
    </JoinLinkPage>
  );
}

function Joining({ link, onLate }: { link: PartyLink; onLate: () => void }) {
  const t = useTranslator();
  return (
    <Panel as="section" aria-labelledby="whose" className="stack">
      <div className="flex items-center gap-4">
        <Avatar name={link.leader_name} src={link.leader_avatar} size={72} decorative />
        <div className="min-w-0">
          <h2 id="whose" className="text-xl wrap-anywhere">
            {t(messages.partyOf, { leader: link.leader_name })}
          </h2>
          {!link.joined && <p className="text-muted">{t(messages.invitedByLeader, { leader: link.leader_name })}</p>}
        </div>
      </div>
      <ul className="grid gap-2" aria-label={t(messages.members)}>
        {link.members.map((member, seat) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat and the list doesn't change
          <li key={seat} className="flex items-center gap-3">
            <Avatar name={member.display_name} src={member.avatar_path} size={40} decorative />
            <span className="min-w-0 truncate">{member.display_name}</span>
          </li>
        ))}
      </ul>
      {link.joined && <p>{t(messages.alreadyInParty)}</p>}
      {link.full && !link.joined && <p>{t(messages.partyFull)}</p>}
      <JoinOptions link={link} onLate={onLate} />
    </Panel>
  );
}

function JoinOptions({ link, onLate }: { link: PartyLink; onLate: () => void }) {
  const t = useTranslator();
  const { token = '' } = useParams();
  const navigate = useNavigate();
  const linkPath = paths.party(token);
  if (link.joined || link.full)
    return (
      <ButtonLink to={paths.matches} className="self-start">
        {t(messages.goToYourMatches)}
      </ButtonLink>
    );
  const join = async () => {
    const { api } = browserApi();
    const { onboarding_completed } = await unwrap(api.profiles.me.standing.$get());
    // A user without a profile comes back here after creating one.
    if (!onboarding_completed) return navigate(paths.onboardingGoingOnTo(linkPath));
    await unwrap(api.party.links[':token'].$post({ param: { token } }));
    showToast({ title: t(messages.partyJoined), tone: 'success' });
    return navigate(paths.matches);
  };
  return <JoinByLink noun="party" here={linkPath} join={join} onLate={onLate} />;
}

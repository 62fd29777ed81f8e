import { type LoaderFunctionArgs, type MetaArgs, useLoaderData, useNavigate, useParams } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { RichMessage, useTranslator } from '../../../messages/use-translator.tsx';
import { browserApi, serverApi, unwrap } from '../../../web/api-client.ts';
import { loadPage, loadResponse, useViewerData } from '../../../web/load-page.ts';
import { createPageMeta } from '../../../web/page-meta.ts';
import { Avatar } from '../../../web/ui/avatar.tsx';
import { ButtonLink } from '../../../web/ui/button-link.tsx';
import { Panel } from '../../../web/ui/panel.tsx';
import { showToast } from '../../../web/ui/toast-store.ts';
import { JoinByLink } from '../../matches/ui/join-by-link.tsx';
import { JoinLinkPage } from '../../matches/ui/join-link-page.tsx';
import { ROSTER_MAX, type SquadLink } from '../invitations/squad-invitations.schema.ts';
import * as messages from '../squads.messages.ts';
import { SquadCrest } from '../ui/squad-crest.tsx';

/** Loads the page as a visitor sees it, because the server doesn't know who's signed in. */
export const loader = ({ params, context }: LoaderFunctionArgs) =>
  loadResponse(() =>
    unwrap(serverApi(context).api['squad-links'][':token'].$get({ param: { token: params.token ?? '' } })),
  );

export function meta({ matches, params, loaderData }: MetaArgs<typeof loader>) {
  const link = loaderData?.data;
  return createPageMeta(matches, {
    title: link
      ? readerTranslator(messages.squadLinkMetaTitle, { name: link.name })
      : readerTranslator(messages.squadLinkMetaTitleMissing),
    description: link
      ? readerTranslator(messages.squadLinkMetaDescription, {
          inviterName: link.inviter_name,
          name: link.name,
          members: link.members,
        })
      : readerTranslator(messages.squadLinkMetaDescriptionMissing),
    path: paths.squadLink(params.token ?? ''),
    index: false,
  });
}

/** The page behind a squad's join link: the inviter, the squad and one button. */
export default function SquadLinkPage() {
  const t = useTranslator();
  const { token = '' } = useParams();
  const { loaded, retry } = useViewerData(useLoaderData<typeof loader>(), token, () =>
    loadPage(() => unwrap(browserApi().api['squad-links'][':token'].$get({ param: { token } }))),
  );
  return (
    <JoinLinkPage
      noun="squad"
      lead={t(messages.linkLead)}
      loaded={loaded}
      retry={retry}
      fallback={
        <>
          <ButtonLink to={paths.lfg}>{t(messages.findGroup)}</ButtonLink>
          <ButtonLink to={paths.matches} variant="secondary">
            {t(messages.yourMatches)}
          </ButtonLink>
        </>
      }
    >
      {(link) => <Joining link={link} onLate={retry} />}
    </JoinLinkPage>
  );
}

function Joining({ link, onLate }: { link: SquadLink; onLate: () => void }) {
  const t = useTranslator();
  return (
    <Panel as="section" aria-labelledby="which" className="stack">
      <div className="flex items-center gap-4">
        <SquadCrest seed={link.crest_seed} size={72} />
        <div className="min-w-0">
          <h2 id="which" className="text-xl wrap-anywhere">
            {link.name}
          </h2>
          <p className="text-muted">{t(messages.memberCount, { members: link.members, max: ROSTER_MAX })}</p>
        </div>
      </div>
      {/* Members don't see the inviter, because the link may be their own. */}
      {link.state !== 'joined' && (
        <div className="flex items-center gap-4">
          <Avatar name={link.inviter_name} src={link.inviter_avatar} size={56} decorative />
          <p className="min-w-0 wrap-anywhere">
            <RichMessage
              message={messages.linkInviter}
              values={{ name: link.inviter_name, strong: (children) => <strong>{children}</strong> }}
            />
          </p>
        </div>
      )}
      {link.sentence && <p>{link.sentence}</p>}
      <JoinOptions link={link} onLate={onLate} />
    </Panel>
  );
}

function JoinOptions({ link, onLate }: { link: SquadLink; onLate: () => void }) {
  const t = useTranslator();
  const { token = '' } = useParams();
  const navigate = useNavigate();
  const linkPath = paths.squadLink(token);
  if (link.squad_id)
    return (
      <ButtonLink to={paths.squad(link.squad_id)} className="self-start">
        {t(messages.openRoom)}
      </ButtonLink>
    );
  if (link.state === 'full')
    return (
      <ButtonLink to={paths.lfg} className="self-start">
        {t(messages.findGroup)}
      </ButtonLink>
    );
  if (link.state === 'banned')
    return (
      <ButtonLink to={paths.accountStatus} className="self-start">
        {t(messages.accountStatus)}
      </ButtonLink>
    );
  if (link.state === 'hidden') {
    return (
      <ButtonLink to={paths.onboardingGoingOnTo(linkPath)} className="self-start">
        {t(messages.publishProfile)}
      </ButtonLink>
    );
  }
  const join = async () => {
    const { id } = await unwrap(browserApi().api['squad-links'][':token'].$post({ param: { token } }));
    showToast({ title: t(messages.joinedSquadToast, { name: link.name }), tone: 'success' });
    await navigate(paths.squad(id));
  };
  return <JoinByLink noun="squad" here={linkPath} join={join} onLate={onLate} />;
}

import { useLoaderData } from 'react-router';
import { paths } from '../../../content/paths.ts';
import { getTeamGroups } from '../../../content/team/groups.ts';
import { getTeamTexts } from '../../../content/team/team-texts.ts';
import { readerTranslator } from '../../../messages/reader-translator.ts';
import { useTranslator } from '../../../messages/use-translator.tsx';
import { getPageMetadata } from '../../../web/page-facts.ts';
import { createPageHead } from '../../../web/page-meta.ts';
import { PageTitle } from '../../../web/ui/page-title.tsx';
import * as messages from '../site.messages.ts';
import { TeamGroups } from '../ui/team-section.tsx';
import '../ui/site.css';

export function loader() {
  return {
    page: getPageMetadata(paths.team),
    texts: getTeamTexts(readerTranslator),
    groups: getTeamGroups(readerTranslator),
  };
}

export const shouldRevalidate = () => false;
export const meta = createPageHead;

export default function Team() {
  const t = useTranslator();
  const { texts, groups } = useLoaderData<typeof loader>();
  return (
    <div className="page-limb">
      <div className="page pb-12" id={texts.anchor}>
        <PageTitle title={texts.title} kicker={t(messages.teamKicker)} lead={texts.line} />
        <TeamGroups texts={texts} groups={groups} />
      </div>
    </div>
  );
}

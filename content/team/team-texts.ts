import type { Translator } from '../../messages/translator.ts';
import { links } from '../links.ts';
import { paths } from '../paths.ts';
import type { TeamTexts } from '../schema/people-schema.ts';
import * as messages from './content-team.messages.ts';

/** Anchor of the team on its page, and of its strip on the home page. */
export const TEAM_ANCHOR = 'team';

export const getTeamTexts = (t: Translator): TeamTexts => ({
  anchor: TEAM_ANCHOR,
  title: 'Planet Crew',
  line: t(messages.teamLine),
  all: { label: t(messages.meetCrew), href: paths.team },
  seatsNote: t(messages.seatsNote),
  ambassadorBox: {
    title: t(messages.ambassadorBoxTitle),
    text: t(messages.ambassadorBoxText),
    actions: [
      { label: t(messages.ambassadorBoxJoin), href: links.chatInvite },
      { label: t(messages.ambassadorBoxMessage), href: links.xProfile },
    ],
  },
});

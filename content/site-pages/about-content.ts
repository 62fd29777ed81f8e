import type { Translator } from '../../messages/translator.ts';
import { paths } from '../paths.ts';
import type { ProsePage } from '../schema/page-schema.ts';
import * as messages from './content-site-pages.messages.ts';

export const getAboutPage = (t: Translator): ProsePage => ({
  title: t(messages.aboutTitle),
  intro: t(messages.aboutIntro),
  sections: [
    {
      id: 'why',
      title: t(messages.aboutWhyTitle),
      paragraphs: [t(messages.aboutWhyStrangers), t(messages.aboutWhySearch)],
    },
    {
      id: 'what',
      title: t(messages.aboutWhatTitle),
      paragraphs: [t(messages.aboutWhatPlayers), t(messages.aboutWhatCreators)],
    },
    {
      id: 'how',
      title: t(messages.aboutHowTitle),
      paragraphs: [t(messages.aboutHowText)],
      points: [
        t(messages.aboutHowReasons),
        t(messages.aboutHowNumbers),
        t(messages.aboutHowMoney),
        t(messages.aboutHowFree),
      ],
    },
    { id: 'beta', title: t(messages.aboutBetaTitle), paragraphs: [t(messages.aboutBetaText)] },
  ],
  actions: [
    { label: t(messages.aboutJoin), href: paths.auth },
    { label: t(messages.aboutTeam), href: paths.team },
  ],
});

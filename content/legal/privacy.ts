import type { Translator } from '../../messages/translator.ts';
import type { LegalTab } from '../schema/page-schema.ts';
import * as messages from './content-legal.messages.ts';
import { legalVersions } from './legal-versions.ts';

export const getPrivacy = (t: Translator): LegalTab => ({
  id: 'privacy',
  title: t(messages.privacyTitle),
  version: legalVersions.privacy,
  updated: '2026-11-30',
  intro: t(messages.privacyIntro),
  sections: [
    {
      id: 'privacy-what',
      title: t(messages.privacyWhatTitle),
      paragraphs: [t(messages.privacyWhatText)],
      points: [
        t(messages.privacyWhatAccount),
        t(messages.privacyWhatProfile),
        t(messages.privacyWhatActivity),
        t(messages.privacyWhatDevices),
        t(messages.privacyWhatPhone),
        t(messages.privacyWhatMoney),
        t(messages.privacyWhatWallet),
      ],
    },
    {
      id: 'privacy-public',
      title: t(messages.privacyPublicTitle),
      paragraphs: [t(messages.privacyPublicFields), t(messages.privacyPublicSaving)],
    },
    { id: 'privacy-why', title: t(messages.privacyWhyTitle), paragraphs: [t(messages.privacyWhyText)] },
    { id: 'privacy-messages', title: t(messages.privacyMessagesTitle), paragraphs: [t(messages.privacyMessagesText)] },
    { id: 'privacy-storage', title: t(messages.privacyStorageTitle), paragraphs: [t(messages.privacyStorageText)] },
    {
      id: 'privacy-others',
      title: t(messages.privacyOthersTitle),
      paragraphs: [t(messages.privacyOthersText)],
      points: [
        t(messages.privacyOthersPayments),
        t(messages.privacyOthersLanguageModel),
        t(messages.privacyOthersSolana),
        t(messages.privacyOthersMessaging),
        t(messages.privacyOthersPush),
        t(messages.privacyOthersPlatforms),
        t(messages.privacyOthersHosting),
      ],
    },
    { id: 'privacy-how-long', title: t(messages.privacyHowLongTitle), paragraphs: [t(messages.privacyHowLongText)] },
    { id: 'privacy-rights', title: t(messages.privacyRightsTitle), paragraphs: [t(messages.privacyRightsText)] },
    { id: 'privacy-children', title: t(messages.privacyChildrenTitle), paragraphs: [t(messages.privacyChildrenText)] },
  ],
  changes: [
    { version: 2, date: '2026-11-30', text: t(messages.privacyVersion2) },
    { version: 1, date: '2026-11-30', text: t(messages.firstVersion) },
  ],
});

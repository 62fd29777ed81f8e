import type { Translator } from '../../messages/translator.ts';
import type { FaqItem } from '../schema/base-schema.ts';
import * as messages from './content-faqs.messages.ts';

/** The four questions of /help-support. */
export const getHelpFaq = (t: Translator): FaqItem[] => [
  {
    id: 'what-is-planet-crew',
    question: t(messages.helpWhatIsPlanetCrewQuestion),
    answer: t(messages.helpWhatIsPlanetCrewAnswer),
  },
  {
    id: 'how-to-start',
    question: t(messages.helpHowToStartQuestion),
    answer: t(messages.helpHowToStartAnswer),
  },
  {
    id: 'what-is-the-community',
    question: t(messages.helpWhatIsTheCommunityQuestion),
    answer: t(messages.helpWhatIsTheCommunityAnswer),
  },
  {
    id: 'how-voice-chat-works',
    question: t(messages.helpHowVoiceChatWorksQuestion),
    answer: t(messages.helpHowVoiceChatWorksAnswer),
  },
];

import type { Translator } from '../../messages/translator.ts';
import type { StoryPage } from '../schema/page-schema.ts';
import * as messages from './content-home.messages.ts';

export type StoryBookTexts = ReturnType<typeof getStoryBook>;

export const getStoryBook = (t: Translator) => ({
  title: t(messages.storyTitle),
  open: t(messages.storyOpen),
  close: t(messages.storyClose),
  previous: t(messages.storyPrevious),
  next: t(messages.storyNext),
  pages: [
    {
      title: t(messages.storyBeginningTitle),
      paragraphs: [t(messages.storyBeginningLobby), t(messages.storyBeginningProblem)],
    },
    {
      title: t(messages.storyVisionTitle),
      paragraphs: [t(messages.storyVisionPlanet), t(messages.storyVisionFive)],
    },
    {
      title: t(messages.storyEcosystemTitle),
      paragraphs: [t(messages.storyEcosystemOrbit), t(messages.storyEcosystemHours)],
    },
    {
      title: t(messages.storyJoinTitle),
      paragraphs: [t(messages.storyJoinSpot), t(messages.storyJoinBring)],
    },
  ] satisfies StoryPage[],
});

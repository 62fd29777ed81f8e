import type { Message } from '../../messages/message.ts';
import type { Translator } from '../../messages/translator.ts';
import type { Category } from '../schema/tournament-schema.ts';
import * as messages from './content-tournament.messages.ts';

/**
 * The categories. URLs of filtered rosters contain their names, so the names are the same in every language. Pages show
 * the labels.
 */
export const categories: (Omit<Category, 'line'> & { label: Message; line: Message })[] = [
  { name: 'Assistants', slug: 'assistants', label: messages.categoryAssistants, line: messages.categoryAssistantsLine },
  { name: 'Coding', slug: 'coding', label: messages.categoryCoding, line: messages.categoryCodingLine },
  { name: 'Image', slug: 'image', label: messages.categoryImage, line: messages.categoryImageLine },
  { name: 'Video', slug: 'video', label: messages.categoryVideo, line: messages.categoryVideoLine },
  { name: 'Music', slug: 'music', label: messages.categoryMusic, line: messages.categoryMusicLine },
  { name: 'Voice', slug: 'voice', label: messages.categoryVoice, line: messages.categoryVoiceLine },
  { name: 'Research', slug: 'research', label: messages.categoryResearch, line: messages.categoryResearchLine },
  { name: 'Writing', slug: 'writing', label: messages.categoryWriting, line: messages.categoryWritingLine },
  {
    name: 'Design & Slides',
    slug: 'design-slides',
    label: messages.categoryDesignSlides,
    line: messages.categoryDesignSlidesLine,
  },
  {
    name: 'Productivity',
    slug: 'productivity',
    label: messages.categoryProductivity,
    line: messages.categoryProductivityLine,
  },
  { name: 'Meetings', slug: 'meetings', label: messages.categoryMeetings, line: messages.categoryMeetingsLine },
  { name: 'Automation', slug: 'automation', label: messages.categoryAutomation, line: messages.categoryAutomationLine },
  { name: 'Models', slug: 'models', label: messages.categoryModels, line: messages.categoryModelsLine },
  { name: '3D & Games', slug: '3d-games', label: messages.category3dGames, line: messages.category3dGamesLine },
  {
    name: 'Clips & Streaming',
    slug: 'clips-streaming',
    label: messages.categoryClipsStreaming,
    line: messages.categoryClipsStreamingLine,
  },
  { name: 'Data', slug: 'data', label: messages.categoryData, line: messages.categoryDataLine },
];

const labels = new Map(categories.map(({ name, label }) => [name, label]));

/** Returns a category's label, which pages show instead of its name. */
export const getCategoryLabel = (t: Translator, name: Category['name']): string => t(labels.get(name)!);

export const getCategories = (t: Translator): Category[] =>
  categories.map(({ name, slug, line }) => ({ name, slug, line: t(line) }));

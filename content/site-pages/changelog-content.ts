import type { Translator } from '../../messages/translator.ts';
import * as messages from './content-site-pages.messages.ts';

/** Texts of /changelog. The releases are in `CHANGELOG.md`. */
export const getChangelogTexts = (t: Translator) => ({
  title: t(messages.changelogTitle),
  line: t(messages.changelogLine),
});

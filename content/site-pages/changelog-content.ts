/** Texts of /changelog. The releases are in `CHANGELOG.md`. */
export const changelogTexts = { title: 'Changelog', line: 'What changed, newest first, in plain words.' };

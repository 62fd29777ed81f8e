/** The releases themselves are in `CHANGELOG.md`. */
export const changelogTexts = { title: 'Changelog', line: 'What changed, newest first, in plain words.' };

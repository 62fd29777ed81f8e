import { readFileSync } from 'node:fs';
import type { ChangelogEntry } from '../schema/page-schema.ts';
import { parseChangelog } from './parse-changelog.ts';

/** For the server only: reads `CHANGELOG.md` once at startup, and when a build validates the content. */
const { entries, problems } = parseChangelog(readFileSync('CHANGELOG.md', 'utf8'));

/** Releases, newest first. The content check validates their shape. */
export const changelog = entries as ChangelogEntry[];
export const changelogProblems = problems;

import { readFileSync } from 'node:fs';
import type { ChangelogEntry } from '../schema/page-schema.ts';
import { parseChangelog } from './parse-changelog.ts';

/** Server only: reads `CHANGELOG.md` once at startup, and again when a build validates it. */
const { entries, problems } = parseChangelog(readFileSync('CHANGELOG.md', 'utf8'));

/** Newest first. The content check validates the shape. */
export const changelog = entries as ChangelogEntry[];
export const changelogProblems = problems;

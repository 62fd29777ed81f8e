import { readFileSync } from 'node:fs';
import type { ChangelogEntry } from '../schema/page-schema.ts';
import { parseChangelog } from './parse-changelog.ts';

/**
 * Reads `CHANGELOG.md` once, when this module loads: at startup, or when a build validates the content. Browser code
 * must not import this module.
 */
const { entries, problems } = parseChangelog(readFileSync('CHANGELOG.md', 'utf8'));

/** Releases, newest first. The content check validates their shape. */
export const changelog = entries as ChangelogEntry[];
export const changelogProblems = problems;

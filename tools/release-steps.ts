import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A reason why a release can't be prepared, with what to do. */
export class ReleaseError extends Error {}

/** What the steps need from the machine; tests replace parts of it. */
export type ReleaseSystem = {
  root: string;
  /** Runs Git and returns what it prints. */
  git: (args: string[], input?: string) => string;
  /** Writes the files of `deploy/` again, because they name the version. */
  writeDeployFiles: () => void;
  /** Today in UTC, as in 2026-11-30. */
  today: string;
};

const VERSION = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/;
const CHANGELOG = 'CHANGELOG.md';
const UPGRADING = 'docs/upgrading.md';
const UNRELEASED = '## [Unreleased]\n';
const SUMMARY = /^\*\*.+\.\*\* .+$/m;
const NO_STEPS = '## Unreleased\n\nNothing to do beyond the usual [upgrade](operations.md#upgrade).\n';
const KINDS = { feat: 'Added', perf: 'Changed', fix: 'Fixed' } as const;

/** Returns whether one version is higher than another, by semantic versioning. */
export function isHigher(version: string, than: string): boolean {
  const [a, b] = [version, than].map((text) => text.split('.').map(Number)) as [number[], number[]];
  const index = a.findIndex((part, position) => part !== b[position]);
  return index >= 0 && a[index]! > b[index]!;
}

/** Moves the unreleased changes into the section of a release. @returns the file, and the text of the new section */
export function releaseChangelog(markdown: string, version: string, date: string): { text: string; section: string } {
  const [before = '', after] = markdown.split(UNRELEASED);
  if (after === undefined) throw new ReleaseError(`${CHANGELOG} has no "${UNRELEASED.trim()}" section. Add one.`);
  const end = after.search(/^## /m);
  const section = (end < 0 ? after : after.slice(0, end)).trim();
  if (!/^- /m.test(section)) throw new ReleaseError(`${CHANGELOG} lists no unreleased changes. Add them first.`);
  if (!SUMMARY.test(section.split('\n', 1)[0]!)) {
    throw new ReleaseError(
      `${CHANGELOG} needs a summary in the first line below "${UNRELEASED.trim()}", such as "**Seen from outside.** Operators see what their nodes do."`,
    );
  }
  const rest = end < 0 ? '' : `\n${after.slice(end)}`;
  return { text: `${before}${UNRELEASED}\n## [${version}] - ${date}\n\n${section}\n${rest}`, section };
}

/** Names the unreleased upgrade notes after the release, and starts new ones. */
export function releaseUpgradeNotes(markdown: string, version: string): string {
  if (!/^## Unreleased$/m.test(markdown)) {
    throw new ReleaseError(
      `${UPGRADING} has no "## Unreleased" section. Say there what operators have to do, or "${NO_STEPS.split('\n')[2]}"`,
    );
  }
  return markdown.replace(/^## Unreleased$/m, `${NO_STEPS}\n## ${version}`);
}

/** Drafts changelog entries from commit subjects, for a person to rewrite. Leaves out what users don't notice. */
export function draftChanges(subjects: readonly string[]): string {
  const changes = subjects.flatMap((subject) => {
    const [, type, text] = /^(\w+)(?:\([^)]*\))?!?: (.+)$/.exec(subject) ?? [];
    const kind = KINDS[type as keyof typeof KINDS] as string | undefined;
    return kind && text ? [{ kind, text: `- ${text[0]!.toUpperCase()}${text.slice(1)}.` }] : [];
  });
  return Object.values(KINDS)
    .map((kind) => [`### ${kind}`, '', ...changes.filter((one) => one.kind === kind).map(({ text }) => text)])
    .filter((lines) => lines.length > 2)
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n');
}

const readPackage = (root: string) =>
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };

function setVersion(path: string, version: string, count: number): void {
  let left = count;
  const text = readFileSync(path, 'utf8');
  // The first versions in the file are the project's own.
  writeFileSync(
    path,
    text.replace(/("version": )"[^"]*"/g, (match, name: string) => (left-- > 0 ? `${name}"${version}"` : match)),
  );
}

/** Returns the tag of the newest release, or undefined if there is none. */
export function findLastTag({ git }: ReleaseSystem): string | undefined {
  return git(['tag', '--list', 'v*', '--sort=-version:refname', '--merged', 'HEAD']).trim().split('\n')[0] || undefined;
}

/** Returns the subjects of the commits since a tag, or of all commits. */
export const listSubjects = ({ git }: ReleaseSystem, tag: string | undefined): string[] =>
  git(['log', '--no-merges', '--format=%s', tag ? `${tag}..HEAD` : 'HEAD'])
    .trim()
    .split('\n')
    .filter(Boolean);

/**
 * Prepares a release in this clone: version, changelog, upgrade notes, a commit and a tag. Checks everything before it
 * changes a file, and pushes nothing.
 * @throws ReleaseError
 */
export function prepareRelease(system: ReleaseSystem, version: string): void {
  const { root, git, today } = system;
  const current = readPackage(root).version;
  const tag = `v${version}`;
  if (!VERSION.test(version)) throw new ReleaseError(`"${version}" isn't a version such as 0.5.0.`);
  if (!isHigher(version, current))
    throw new ReleaseError(`${version} isn't higher than ${current}. Choose a higher one.`);
  if (git(['status', '--porcelain']).trim() !== '') {
    throw new ReleaseError('There are uncommitted changes. Commit or stash them first.');
  }
  if (git(['tag', '--list', tag]).trim() !== '') {
    throw new ReleaseError(
      `The tag ${tag} exists already. Choose another version, or delete it with "git tag -d ${tag}".`,
    );
  }
  const changelog = releaseChangelog(readFileSync(join(root, CHANGELOG), 'utf8'), version, today);
  const notes = releaseUpgradeNotes(readFileSync(join(root, UPGRADING), 'utf8'), version);
  writeFileSync(join(root, CHANGELOG), changelog.text);
  writeFileSync(join(root, UPGRADING), notes);
  setVersion(join(root, 'package.json'), version, 1);
  // The lock file names it at its top and again for the package itself.
  setVersion(join(root, 'package-lock.json'), version, 2);
  system.writeDeployFiles();
  git(['add', '--all']);
  git(['commit', '--quiet', '--message', `chore(release): ${version}`]);
  // Headings start with "#", which Git would drop as comments.
  git(['tag', '--annotate', '--cleanup=verbatim', '--file=-', tag], `Planet Crew ${version}\n\n${changelog.section}\n`);
}

import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createScratchFolder } from './node-under-test.ts';
import {
  draftChanges,
  findLastTag,
  isHigher,
  listSubjects,
  prepareRelease,
  type ReleaseSystem,
  releaseChangelog,
  releaseUpgradeNotes,
} from './release-steps.ts';

const CHANGELOG = `# Changelog

## [Unreleased]

**Seen from outside.** Operators see what their nodes do.

### Added

- Many more metrics.

## [0.3.0] - 2026-11-27

**Reliable.** It works.
`;
const NOTES = '# Upgrade notes\n\n## Unreleased\n\nOpen METRICS_PORT.\n';

let removeFolder: (() => void) | undefined;
afterEach(() => removeFolder?.());

/** Creates a small repository like ours, at version 0.3.0. */
function createRepository(): ReleaseSystem & { read: (name: string) => string } {
  const { path: root, remove } = createScratchFolder();
  removeFolder = remove;
  const read = (name: string) => readFileSync(join(root, name), 'utf8');
  const git: ReleaseSystem['git'] = (args, input = '') =>
    execFileSync('git', ['-c', 'user.name=Releaser', '-c', 'user.email=releaser@example.org', ...args], {
      cwd: root,
      encoding: 'utf8',
      input,
      stdio: 'pipe',
    });
  mkdirSync(join(root, 'docs'));
  const dependency = { name: 'other', version: '0.3.0' };
  const project = { name: 'planet-crew', version: '0.3.0' };
  writeFileSync(join(root, 'package.json'), JSON.stringify({ ...project, dependency }, null, 2));
  const packages = { '': project, 'node_modules/other': dependency };
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ ...project, packages }, null, 2));
  writeFileSync(join(root, 'CHANGELOG.md'), CHANGELOG);
  writeFileSync(join(root, 'docs/upgrading.md'), NOTES);
  git(['init', '--quiet']);
  git(['add', '--all']);
  git(['commit', '--quiet', '--message', 'feat: start']);
  const writeDeployFiles = () => writeFileSync(join(root, 'Containerfile'), JSON.parse(read('package.json')).version);
  return { root, git, read, writeDeployFiles, today: '2026-12-01' };
}

describe('prepareRelease', () => {
  it('sets the version, closes changelog and notes, commits and tags', () => {
    const system = createRepository();
    prepareRelease(system, '0.4.0');
    const { read, git } = system;
    expect(JSON.parse(read('package.json'))).toMatchObject({ version: '0.4.0', dependency: { version: '0.3.0' } });
    const { version, packages } = JSON.parse(read('package-lock.json'));
    expect([version, packages[''].version, packages['node_modules/other'].version]).toEqual([
      '0.4.0',
      '0.4.0',
      '0.3.0',
    ]);
    expect(read('CHANGELOG.md')).toContain('## [Unreleased]\n\n## [0.4.0] - 2026-12-01\n\n**Seen from outside.**');
    expect(read('docs/upgrading.md')).toContain('## 0.4.0\n\nOpen METRICS_PORT.');
    expect(read('Containerfile')).toBe('0.4.0');
    expect(git(['status', '--porcelain'])).toBe('');
    expect(git(['log', '-1', '--format=%s']).trim()).toBe('chore(release): 0.4.0');
    expect(git(['tag', '--list', '--format=%(contents)', 'v0.4.0'])).toContain('### Added\n\n- Many more metrics.');
    expect(findLastTag(system)).toBe('v0.4.0');
  });

  it.each([
    ['0.3.0', "0.3.0 isn't higher than 0.3.0. Choose a higher one."],
    ['0.2.9', "0.2.9 isn't higher than 0.3.0. Choose a higher one."],
    ['next', '"next" isn\'t a version such as 0.5.0.'],
    ['0.4.0-beta', '"0.4.0-beta" isn\'t a version such as 0.5.0.'],
  ])('refuses version %s', (version, message) => {
    expect(() => prepareRelease(createRepository(), version)).toThrow(message);
  });

  it('refuses uncommitted changes and existing tags, and changes nothing', () => {
    const system = createRepository();
    system.git(['tag', 'v0.4.0']);
    expect(() => prepareRelease(system, '0.4.0')).toThrow('The tag v0.4.0 exists already.');
    writeFileSync(join(system.root, 'draft.txt'), 'x');
    expect(() => prepareRelease(system, '0.5.0')).toThrow('There are uncommitted changes.');
    expect(system.read('CHANGELOG.md')).toBe(CHANGELOG);
  });
});

describe('releaseChangelog', () => {
  it('refuses a changelog without changes or without a summary', () => {
    const release = (text: string) => releaseChangelog(text, '0.4.0', '2026-12-01');
    expect(() => release('# Changelog\n')).toThrow('has no "## [Unreleased]" section');
    expect(() => release('## [Unreleased]\n\n## [0.3.0] - 2026-11-27\n\n- Old.\n')).toThrow('no unreleased changes');
    expect(() => release('## [Unreleased]\n\n### Added\n\n- New.\n')).toThrow('needs a summary in the first line');
  });
});

it('refuses upgrade notes without an unreleased section', () => {
  expect(() => releaseUpgradeNotes('# Upgrade notes\n', '0.4.0')).toThrow('docs/upgrading.md has no "## Unreleased"');
});

it('has upgrade notes for the next release and a section for the current one', () => {
  const notes = readFileSync('docs/upgrading.md', 'utf8');
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect(releaseUpgradeNotes(notes, '99.0.0')).toContain('\n## 99.0.0\n');
  expect(notes).toContain(`\n## ${version}\n`);
});

it.each([
  ['0.10.0', '0.9.9', true],
  ['1.0.0', '0.99.99', true],
  ['0.3.1', '0.3.0', true],
  ['0.3.0', '0.3.0', false],
  ['0.3.9', '0.4.0', false],
])('orders versions by number: %s above %s is %s', (version, than, expected) => {
  expect(isHigher(version, than)).toBe(expected);
});

it('drafts changes from the commits that users notice', () => {
  const system = createRepository();
  system.git(['commit', '--quiet', '--allow-empty', '--message', 'fix(queue)!: keep the place of a group']);
  system.git(['commit', '--quiet', '--allow-empty', '--message', 'refactor: rename a file']);
  expect(draftChanges(listSubjects(system, undefined))).toBe(
    '### Added\n\n- Start.\n\n### Fixed\n\n- Keep the place of a group.\n',
  );
});

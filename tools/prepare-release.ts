import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import {
  draftChanges,
  findLastTag,
  listSubjects,
  prepareRelease,
  ReleaseError,
  type ReleaseSystem,
} from './release-steps.ts';

const USAGE = `Prepares a release in this clone. Nothing is pushed.
  npm run release -- <version>   sets the version, closes the changelog and the upgrade notes, commits and tags
  npm run release -- --draft     drafts changelog entries from the commits since the last release`;

const root = process.cwd();
const system: ReleaseSystem = {
  root,
  git: (args, input = '') => execFileSync('git', args, { cwd: root, encoding: 'utf8', input }),
  writeDeployFiles: () => void execFileSync(process.execPath, ['tools/deploy.ts'], { cwd: root }),
  today: new Date().toISOString().slice(0, 10),
};

try {
  const { values, positionals } = parseArgs({ options: { draft: { type: 'boolean' } }, allowPositionals: true });
  const [version] = positionals;
  if (values.draft) console.log(draftChanges(listSubjects(system, findLastTag(system))));
  else if (version === undefined) throw new ReleaseError(USAGE);
  else {
    const number = version.replace(/^v/, '');
    prepareRelease(system, number);
    console.log(`Version ${number} is committed and tagged. To publish it: git push origin HEAD v${number}
To undo it: git tag -d v${number} && git reset --hard HEAD~1`);
  }
} catch (error) {
  if (!(error instanceof ReleaseError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

import { parseSync, Visitor } from 'oxc-parser';
import type { Problem, Repository } from './repository.ts';
import { isScript, type SourceFile } from './source-files.ts';

/** Words that exported names and file names must not contain, with their replacements. */
const REPLACEMENTS: Readonly<Record<string, string>> = {
  absent: 'noShow',
  acts: 'commands',
  alike: 'equal, same',
  apart: 'separate, blocked',
  authorise: 'authorize',
  deaths: 'crashes',
  departed: 'accountStatus, deleted',
  departing: 'pendingDeletion',
  died: 'crashed',
  dies: 'crash',
  ears: 'screenReader',
  enliven: 'simulate',
  evening: 'session',
  evenings: 'sessions',
  furnish: 'seed',
  hear: 'receive, handle, read',
  heard: 'received',
  lane: 'queue',
  lately: 'recently, recent',
  leaver: 'pendingDeletion',
  mend: 'fix, repair',
  mended: 'fixed',
  mine: 'own',
  must: 'should, require',
  nobody: 'none, noOne',
  occupied: 'busy, unavailable',
  pressed: 'requested',
  processor: 'paymentProvider, provider',
  said: 'answered, message',
  shut: 'denied, closed',
  somebody: 'user, player',
  sought: 'wanted, search',
  spoken: 'label, announcement',
  stand: 'substitute (player), sandbox (vendor), accountStatus',
  tell: 'notify',
  told: 'notified, published',
  unheard: 'unanswered',
  unsaid: 'awaitingFeedback',
  whoever: 'user, player',
};

const splitWords = (name: string): string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/);

const describeWord = (word: string) => `"${word}" isn't in the vocabulary; use ${REPLACEMENTS[word]}`;

/** Reports exported names and file names that contain one of these words. */
export function checkVocabulary({ files }: Repository): Problem[] {
  return files
    .filter(({ path }) => isScript(path))
    .flatMap((file) => {
      const basename = file.path.slice(file.path.lastIndexOf('/') + 1);
      return [basename, ...listExportedNames(file)].flatMap((name) =>
        splitWords(name)
          .filter((word) => Object.hasOwn(REPLACEMENTS, word))
          .map((word) => ({ rule: 'vocabulary', message: `${file.path}: ${name}: ${describeWord(word)}` })),
      );
    });
}

function listExportedNames(file: SourceFile): string[] {
  const { staticExports } = parseSync(file.path, file.text).module;
  return staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ exportName }) => (exportName.name ? [exportName.name] : [])),
  );
}

/** Reports test titles that don't start with a verb, as in "removes the ticket when the profile is unpublished". */
export function checkTestTitles({ files }: Repository): Problem[] {
  return files
    .filter(({ path }) => /\.(test|spec)\.tsx?$/.test(path))
    .flatMap((file) =>
      listTestTitles(file)
        .filter((title) => !startsWithVerb(title))
        .map((title) => ({
          rule: 'titles',
          message: `${file.path}: "${title}" doesn't start with a verb in the present`,
        })),
    );
}

/** Words that start a title about a situation, which belongs in `describe`. */
const NO_VERB =
  /^(an?|the|that|this|these|what|whatever|which|who|whoever|whose|nobody|nothing|somebody|someone|everybody|everyone|each|every|all|both|no|one|two|three|four|five|ten|when|while|whenever|if|in|of|on|at|by|for|from|with|without|after|before|until|as|to|people|players|its?|their|there)\b/i;
const startsWithVerb = (title: string): boolean => !NO_VERB.test(title);

function listTestTitles(file: SourceFile): string[] {
  const titles: string[] = [];
  new Visitor({
    CallExpression({ callee, arguments: [first] }) {
      let innerCallee = callee;
      // In test.each(rows)('title', …), the inner call returns the function that takes the title.
      if (innerCallee.type === 'CallExpression') innerCallee = innerCallee.callee;
      if (innerCallee.type === 'TaggedTemplateExpression') innerCallee = innerCallee.tag;
      while (innerCallee.type === 'MemberExpression') innerCallee = innerCallee.object;
      if (innerCallee.type !== 'Identifier' || (innerCallee.name !== 'test' && innerCallee.name !== 'it')) return;
      if (first?.type === 'Literal' && typeof first.value === 'string') titles.push(first.value);
      if (first?.type === 'TemplateLiteral') titles.push(file.text.slice(first.start + 1, first.end - 1));
    },
  }).visit(parseSync(file.path, file.text).program);
  return titles;
}

import { parseSync, Visitor } from 'oxc-parser';
import type { Problem, Repository } from './repository.ts';
import { isTest, type SourceFile } from './source-files.ts';

/** Phrases that UI text must not contain, with their replacements. */
const PHRASES: readonly { pattern: RegExp; instead: string }[] = [
  { pattern: /\bsomebody\b/i, instead: 'someone' },
  { pattern: /\bnobody\b/i, instead: 'no one' },
  { pattern: /\b(whoever|whomever)\b/i, instead: 'anyone who, the player' },
  { pattern: /\be-mails?\b/i, instead: 'email' },
  { pattern: /\bin vain\b/i, instead: 'name the result: no-show, not found' },
  { pattern: /\bcall(s|ed|ing)? (it )?off\b/i, instead: 'cancel' },
  { pattern: /\bt(ake|akes|aken|ook|aking) (it )?back\b/i, instead: 'undo, withdraw or delete' },
  { pattern: /\b(go|goes|went) back to (you|your|them|the buyer)\b/i, instead: 'refund' },
  { pattern: /\bby (itself|themselves)\b/i, instead: 'automatically, on its own' },
  { pattern: /\bany more\b/i, instead: 'anymore, no longer' },
  { pattern: /\b(payment )?processors?\b/i, instead: 'payment provider' },
  { pattern: /\bmeanwhile\b/i, instead: 'since then, in the meantime' },
  { pattern: /\bstands? still\b/i, instead: 'is on hold' },
  { pattern: /\bstand(s|ing)?-?\s?ins?\b/i, instead: 'sub (player), sandbox (vendor)' },
  { pattern: /\b(is|are|was|were|be) told\b/i, instead: 'notify' },
  { pattern: /\bconversations?\b/i, instead: 'chat' },
  { pattern: /\bonce more\b/i, instead: 'again' },
  { pattern: /\bat the moment\b(?! that)/i, instead: 'right now' },
  { pattern: /\bshut\b/i, instead: 'closed, locked' },
];

/** Returns whether a file contains UI text. */
const isRead = (path: string) =>
  /^(features\/.+\/(pages|ui)\/|web\/(shell|ui)\/|content\/)/.test(path) ||
  /\.(wording|rules|schema)\.tsx?$/.test(path);

/** Returns what to write instead of each wrong term in a text. */
export const findWrongTerms = (text: string): string[] =>
  PHRASES.filter(({ pattern }) => pattern.test(text)).map(({ instead }) => instead);

/** Reports UI text that doesn't use the product's terms. Identifiers, keys and CSS classes aren't checked. */
export function checkCopyTerms({ files }: Repository): Problem[] {
  return files
    .filter(({ path }) => /\.tsx?$/.test(path) && isRead(path) && !isTest(path))
    .flatMap((file) =>
      listTexts(file).flatMap((text) =>
        findWrongTerms(text).map((instead) => ({
          rule: 'copy',
          message: `${file.path}: "${text.slice(0, 80)}": write ${instead}`,
        })),
      ),
    );
}

function listTexts(file: SourceFile): string[] {
  const texts: string[] = [];
  const add = (text: string) => {
    const collapsedText = text.replace(/\s+/g, ' ').trim();
    if (/[A-Za-z] [A-Za-z]/.test(collapsedText) || /^[A-Z][a-z]+$/.test(collapsedText)) texts.push(collapsedText);
  };
  new Visitor({
    JSXText: ({ value }) => add(value),
    Literal({ value }) {
      if (typeof value === 'string') add(value);
    },
    TemplateElement: ({ value }) => add(value.cooked ?? value.raw),
  }).visit(parseSync(file.path, file.text).program);
  return texts;
}

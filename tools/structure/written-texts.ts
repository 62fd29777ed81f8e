import { type Node, parseSync, Visitor } from 'oxc-parser';
import { getKind } from './kinds.ts';
import type { Problem, Repository } from './repository.ts';
import { isTest, type SourceFile } from './source-files.ts';

/** The console and the commands of operators are in English only (docs/translating.md). */
const ENGLISH_ONLY = /^features\/(admin|health|squads\/learned-weights)\//;

const SHOWN_KINDS = new Set(['pages', 'ui', 'web/ui', 'web/shell', 'web', 'wording']);
/** Attributes and properties that people read or hear, even when they hold one word. */
const READ_ATTRIBUTE = /^(aria-(label|description|valuetext)|title|label|placeholder|alt|hint|\w+(Label|Title|Hint))$/;
const UNREAD_ATTRIBUTE =
  /^(className|style|d|viewBox|transform|id|href|to|key|type|name|rel|sizes|srcSet|points|enterKeyHint|sport)$/;
/** Names of ours stay as they are in every language, and so do the words of protocols. */
const UNTRANSLATED = /^(Planet|Crew|Planet Crew|Founders Premium|(Bearer|Disallow:|Sitemap:) .*)$/;

/** Whether a text is a sentence, or at least two words that start like one. */
const isSentence = (text: string) => {
  const plain = text.replace(/\s+/g, ' ').trim();
  return /[\p{L}’',.:;!?)] [\p{L}(“"’\d]/u.test(plain) && (/^["“(]?\p{Lu}/u.test(plain) || /[.!?…:]$/.test(plain));
};

/** Texts that people read stand in catalogs, so that translators find them. */
export function checkWrittenTexts({ files }: Repository): Problem[] {
  return files
    .filter(({ path }) => /\.tsx?$/.test(path) && !isTest(path) && !ENGLISH_ONLY.test(path))
    .filter(({ path }) => SHOWN_KINDS.has(getKind(path) ?? ''))
    .flatMap((file) =>
      listWrittenTexts(file).map((text) => ({
        rule: 'catalogs',
        says: `${file.path}: move "${text.slice(0, 80)}" to the catalog`,
      })),
    );
}

/** One file formats lists, so that all have the same commas. The matcher is a package of its own. */
export const checkListFormats = ({ files }: Repository): Problem[] =>
  files
    .filter(
      ({ path, text }) => !/^(messages|matcher)\//.test(path) && !isTest(path) && /new Intl\.ListFormat\b/.test(text),
    )
    .map(({ path }) => ({ rule: 'lists', says: `${path}: join lists with formatList (messages/lists.ts)` }));

/** Lists the texts for people that a file holds. */
function listWrittenTexts(file: SourceFile): string[] {
  const texts: string[] = [];
  const unread = new Set<Node>();
  const leaveOut = (node: Node | null | undefined) => {
    if (node) unread.add(node);
  };
  const add = (node: Node, text: string, isRead = isSentence(text)) => {
    const inside = [...unread].some((one) => one.start <= node.start && node.end <= one.end);
    const plain = text.replace(/\s+/g, ' ').trim();
    if (isRead && !inside && !UNTRANSLATED.test(plain)) texts.push(plain);
  };
  new Visitor({
    ImportDeclaration: leaveOut,
    TSTypeAliasDeclaration: leaveOut,
    TSInterfaceDeclaration: leaveOut,
    TSTypeAnnotation: leaveOut,
    // Values that code compares aren't shown by that.
    BinaryExpression: ({ left, right }) => {
      for (const side of [left, right]) if (side.type === 'Literal') leaveOut(side);
    },
    // Errors of programming, which nobody reads on a page.
    NewExpression: (node) => {
      if (node.callee.type === 'Identifier' && /^(Type|Range)?Error$/.test(node.callee.name)) leaveOut(node);
    },
    CallExpression: (node) => {
      const { callee } = node;
      if (
        callee.type === 'MemberExpression' &&
        callee.object.type === 'Identifier' &&
        callee.object.name === 'console'
      ) {
        leaveOut(node);
      }
    },
    JSXAttribute: (node) => {
      const name = node.name.type === 'JSXIdentifier' ? node.name.name : '';
      if (UNREAD_ATTRIBUTE.test(name)) return leaveOut(node);
      if (READ_ATTRIBUTE.test(name) && node.value?.type === 'Literal') {
        add(node, String(node.value.value), /\p{L}{2}/u.test(String(node.value.value)));
        leaveOut(node);
      }
    },
    Property: ({ key, value }) => {
      const name = key.type === 'Identifier' ? key.name : '';
      if (UNREAD_ATTRIBUTE.test(name)) leaveOut(value);
    },
    JSXText: (node) => add(node, node.value, /\p{L}{2}/u.test(node.value)),
    Literal: (node) => {
      if (typeof node.value === 'string') add(node, node.value);
    },
    TemplateLiteral: (node) => add(node, node.quasis.map(({ value }) => value.cooked ?? value.raw).join('0')),
  }).visit(parseSync(file.path, file.text).program);
  return texts;
}

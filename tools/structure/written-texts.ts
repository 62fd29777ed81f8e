import { type Expression, type Node, parseSync, Visitor } from 'oxc-parser';
import { getKind } from './kinds.ts';
import type { Problem, Repository } from './repository.ts';
import { isTest, type SourceFile } from './source-files.ts';

/** The admin console and the operator commands are only in English (docs/translating.md). */
const ENGLISH_ONLY = /^features\/(admin|health|squads\/learned-weights)\//;

const SHOWN_KINDS = new Set(['pages', 'ui', 'web/ui', 'web/shell', 'web', 'wording']);
/** Attributes and properties that users see or hear, so that even a single word in them must be translated. */
const READ_ATTRIBUTE = /^(aria-(label|description|valuetext)|title|label|placeholder|alt|hint|\w+(Label|Title|Hint))$/;
const UNREAD_ATTRIBUTE =
  /^(className|style|d|viewBox|transform|id|href|to|key|type|name|rel|sizes|srcSet|points|enterKeyHint|sport)$/;
/** Our own names and protocol keywords, which are the same in every language. */
const UNTRANSLATED = /^(Planet|Crew|Planet Crew|Founders Premium|(Bearer|Disallow:|Sitemap:) .*)$/;

/** Returns whether a text is a sentence, or at least two words that look like the start of one. */
const isSentence = (text: string) => {
  const collapsedText = text.replace(/\s+/g, ' ').trim();
  return (
    /[\p{L}’',.:;!?)] [\p{L}(“"’\d]/u.test(collapsedText) &&
    (/^["“(]?\p{Lu}/u.test(collapsedText) || /[.!?…:]$/.test(collapsedText))
  );
};

/** Reports UI text outside of the catalogs, where translators wouldn't find it. */
export function checkWrittenTexts({ files }: Repository): Problem[] {
  return files
    .filter(({ path }) => /\.tsx?$/.test(path) && !isTest(path) && !ENGLISH_ONLY.test(path))
    .filter(({ path }) => SHOWN_KINDS.has(getKind(path) ?? ''))
    .flatMap((file) =>
      listWrittenTexts(file).map((text) => ({
        rule: 'catalogs',
        message: `${file.path}: move "${text.slice(0, 80)}" to the catalog`,
      })),
    );
}

/** The auth and storage protocols answer in English, as their official servers do. */
const PROTOCOL_API = /\/(auth|storage)-[a-z]+\.api\.ts$/;

/** Reports messages that API responses have in English only. Pages show them to players. */
export function checkResponseMessages({ files }: Repository): Problem[] {
  return files
    .filter(({ path }) => getKind(path) === 'api' && !ENGLISH_ONLY.test(path) && !PROTOCOL_API.test(path))
    .flatMap((file) =>
      listResponseMessages(file).map((text) => ({
        rule: 'catalogs',
        message: `${file.path}: move ${text.slice(0, 80)} to the catalog and use readerTranslator`,
      })),
    );
}

/** Lists the string literals that are values of properties called `message`. */
function listResponseMessages(file: SourceFile): string[] {
  const texts: string[] = [];
  const add = (node: Expression): void => {
    if (node.type === 'ConditionalExpression') for (const branch of [node.consequent, node.alternate]) add(branch);
    if (node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string'))
      texts.push(file.text.slice(node.start, node.end));
  };
  new Visitor({
    Property: ({ key, value }) => {
      if (key.type === 'Identifier' && key.name === 'message') add(value as Expression);
    },
  }).visit(parseSync(file.path, file.text).program);
  return texts;
}

/** Reports list formatters outside of the shared one. The matcher is exempt, because it's a separate package. */
export const checkListFormats = ({ files }: Repository): Problem[] =>
  files
    .filter(
      ({ path, text }) => !/^(messages|matcher)\//.test(path) && !isTest(path) && /new Intl\.ListFormat\b/.test(text),
    )
    .map(({ path }) => ({ rule: 'lists', message: `${path}: join lists with formatList (messages/lists.ts)` }));

/** Lists the UI text in a file. */
function listWrittenTexts(file: SourceFile): string[] {
  const texts: string[] = [];
  const unreadNodes = new Set<Node>();
  const skipNode = (node: Node | null | undefined) => {
    if (node) unreadNodes.add(node);
  };
  const add = (node: Node, text: string, isRead = isSentence(text)) => {
    const isInside = [...unreadNodes].some((one) => one.start <= node.start && node.end <= one.end);
    const collapsedText = text.replace(/\s+/g, ' ').trim();
    if (isRead && !isInside && !UNTRANSLATED.test(collapsedText)) texts.push(collapsedText);
  };
  new Visitor({
    ImportDeclaration: skipNode,
    TSTypeAliasDeclaration: skipNode,
    TSInterfaceDeclaration: skipNode,
    TSTypeAnnotation: skipNode,
    // Skip values that are only compared, because that doesn't show them.
    BinaryExpression: ({ left, right }) => {
      for (const side of [left, right]) if (side.type === 'Literal') skipNode(side);
    },
    // Skip errors meant for developers, which no page shows.
    NewExpression: (node) => {
      if (node.callee.type === 'Identifier' && /^(Type|Range)?Error$/.test(node.callee.name)) skipNode(node);
    },
    CallExpression: (node) => {
      const { callee } = node;
      if (
        callee.type === 'MemberExpression' &&
        callee.object.type === 'Identifier' &&
        callee.object.name === 'console'
      ) {
        skipNode(node);
      }
    },
    JSXAttribute: (node) => {
      const name = node.name.type === 'JSXIdentifier' ? node.name.name : '';
      if (UNREAD_ATTRIBUTE.test(name)) return skipNode(node);
      if (READ_ATTRIBUTE.test(name) && node.value?.type === 'Literal') {
        add(node, String(node.value.value), /\p{L}{2}/u.test(String(node.value.value)));
        skipNode(node);
      }
    },
    Property: ({ key, value }) => {
      const name = key.type === 'Identifier' ? key.name : '';
      if (UNREAD_ATTRIBUTE.test(name)) skipNode(value);
    },
    JSXText: (node) => add(node, node.value, /\p{L}{2}/u.test(node.value)),
    Literal: (node) => {
      if (typeof node.value === 'string') add(node, node.value);
    },
    TemplateLiteral: (node) => add(node, node.quasis.map(({ value }) => value.cooked ?? value.raw).join('0')),
  }).visit(parseSync(file.path, file.text).program);
  return texts;
}

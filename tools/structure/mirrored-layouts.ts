import type { Problem, Repository } from './repository.ts';
import { isTest, listLiterals, type SourceFile } from './source-files.ts';

/** CSS properties of one side. `left: 50%` is allowed because it's the middle in both directions. */
const PROPERTY =
  /(?:^|[{;]\s*)(?:(?:left|right|(?:margin|padding|border|scroll-(?:margin|padding))-(?:left|right)(?:-\w+)?|border-(?:top|bottom)-(?:left|right)-radius): (?!50%)|(?:text-align|float|clear): (?:left|right)\b)/;
const SHORTHAND = /(?:^|[{;]\s*)(?:padding|margin|inset): ([^;]+);/;
/** Tailwind's classes, e.g. `-ml-2`, `sm:left-0` or `border-l`. */
const CLASS =
  /(?:^|[\s:])(?:-?(?:[mp][lr]|scroll-[mp][lr]|left|right)-(?!1\/2)(?:[\d[(]|px|auto|full)|(?:border-[lr]|rounded-[lr]|rounded-[tb][lr])(?:$|[\s-])|(?:text|float|clear)-(?:left|right)(?:$|\s))/;
const STYLE =
  /\bstyle=\{\{[^\n]*?\b(?:left|right|(?:margin|padding|border)(?:Left|Right)\w*):|\.style\.(?:left|right)\b/;
const ALLOWED_COMMENT = /not mirrored: /;

/** Splits a shorthand's values at spaces outside of parentheses. */
const splitValues = (values: string) => values.match(/(?:[^\s(]|\([^()]*(?:\([^()]*\)[^()]*)*\))+/g) ?? [];

function isOneSided(line: string): boolean {
  const values = splitValues(SHORTHAND.exec(line)?.[1] ?? '');
  return PROPERTY.test(line) || (values.length === 4 && values[1] !== values[3]);
}

/**
 * Reports styles of the left or right side. Layouts are mirrored in languages that are read from right to left, so
 * styles name the start or end of a line. A comment "not mirrored: …" above gives the reason for an exception.
 */
export function checkMirroredLayouts({ files }: Repository): Problem[] {
  return files
    .filter(({ path }) => /^(features|web)\/.*\.(css|tsx?)$/.test(path) && !isTest(path))
    .flatMap((file) =>
      listOneSidedLines(file).map((line) => ({
        rule: 'mirrored layouts',
        message: `${file.path}:${line}: use CSS logical properties instead of left and right`,
      })),
    );
}

function listOneSidedLines(file: SourceFile): number[] {
  const lines = file.text.split('\n');
  const isAllowed = (line: number) => ALLOWED_COMMENT.test(lines.slice(Math.max(0, line - 3), line).join('\n'));
  const isSheet = file.path.endsWith('.css');
  const oneSidedLines = lines.flatMap((text, index) =>
    (isSheet ? isOneSided(text.trim()) : STYLE.test(text)) ? [index + 1] : [],
  );
  const classes = file.path.endsWith('.tsx')
    ? listLiterals(file).filter(({ text, tag }) => tag !== 'words' && CLASS.test(text))
    : [];
  return [...oneSidedLines, ...classes.map(({ line }) => line)].filter((line) => !isAllowed(line));
}

import type { Problem, Repository } from './repository.ts';
import { isTest } from './source-files.ts';

const TOKENS = 'web/ui/styles/tokens.css';

/** Matches a color in a stylesheet: as a property's value, or inside the data URL of a drawing. */
const SHEET_COLOR = /:.*(?:#|%23)[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|oklch|oklab)\((?!from )/i;
/** Matches a color in a component: a string with nothing else in it, or a color function. */
const COMPONENT_COLOR = /["'`](?:#[0-9a-f]{3,8})["'`]|\b(?:rgba?|hsla?|oklch)\(/i;

/**
 * Reports colors outside the tokens. They would stay the same in the light theme and when the reader chooses more
 * contrast.
 */
export function checkThemeColors({ files }: Repository): Problem[] {
  return files
    .filter(({ path }) => /^(features|web)\/.*\.(css|tsx)$/.test(path) && path !== TOKENS && !isTest(path))
    .flatMap(({ path, text }) => {
      const color = path.endsWith('.css') ? SHEET_COLOR : COMPONENT_COLOR;
      return text
        .split('\n')
        .flatMap((line, index) =>
          color.test(line) ? [{ rule: 'theme colors', message: `${path}:${index + 1}: use a color of ${TOKENS}` }] : [],
        );
    });
}

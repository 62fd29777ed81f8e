import { themeColors, themeKeys } from '../../content/theme.ts';
import { createStoredChoice, subscribeChoices } from '../ui/stored-choice.ts';
import { LIGHT_MEDIA, THEME_COLOR_ID } from './theme-script.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

const themeChoice = createStoredChoice(themeKeys.theme, (text) =>
  text === 'light' || text === 'system' ? text : undefined,
);
/** `normal` is for readers whose system requests more contrast, but who don't want it on our pages. */
const contrastChoice = createStoredChoice(themeKeys.contrast, (text) =>
  text === 'more' || text === 'normal' ? text : undefined,
);

export const readTheme = (): Theme => themeChoice.getChoice() ?? 'dark';

export function chooseTheme(theme: Theme): void {
  const { dataset } = document.documentElement;
  document.getElementById(THEME_COLOR_ID)?.remove();
  if (theme === 'dark') delete dataset.theme;
  else {
    dataset.theme = theme;
    const color = { id: THEME_COLOR_ID, name: 'theme-color', content: themeColors.light, media: LIGHT_MEDIA[theme] };
    // Browsers use the first `theme-color` whose query matches.
    document.head.prepend(Object.assign(document.createElement('meta'), color));
  }
  themeChoice.setChoice(theme === 'dark' ? null : theme);
}

const querySystemContrast = () => window.matchMedia('(prefers-contrast: more)');

export const hasMoreContrast = (): boolean =>
  contrastChoice.getChoice() === null ? querySystemContrast().matches : contrastChoice.getChoice() === 'more';

export function chooseMoreContrast(isOn: boolean): void {
  const { dataset } = document.documentElement;
  const choice = isOn === querySystemContrast().matches ? null : isOn ? 'more' : 'normal';
  if (choice) dataset.contrast = choice;
  else delete dataset.contrast;
  contrastChoice.setChoice(choice);
}

/** Calls back when the reader or the system changes the theme or contrast. @returns a function that unsubscribes */
export function subscribeTheme(onChange: () => void): () => void {
  const query = querySystemContrast();
  const unsubscribe = subscribeChoices(onChange);
  query.addEventListener('change', onChange);
  return () => {
    unsubscribe();
    query.removeEventListener('change', onChange);
  };
}

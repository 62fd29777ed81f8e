import { themeColors, themeKeys } from '../../content/theme.ts';

/** Id of the element with the color of a chosen theme. The color of the default theme, dark, is in the HTML. */
export const THEME_COLOR_ID = 'chosen-theme-color';
/** Media query that applies the light theme's color, by the reader's choice of theme. */
export const LIGHT_MEDIA = { light: '', system: '(prefers-color-scheme: light)' } as const;

/**
 * Inline script that sets the chosen theme and contrast before the first paint, so that nothing flashes. The HTML is the
 * same for everyone; without a choice, the theme is dark.
 */
export const createThemeScript = () =>
  `try{const{dataset:d}=document.documentElement,t=localStorage.getItem('${themeKeys.theme}'),c=localStorage.getItem('${themeKeys.contrast}'),m={light:'${LIGHT_MEDIA.light}',system:'${LIGHT_MEDIA.system}'}[t];if(m!=null){d.theme=t;document.head.prepend(Object.assign(document.createElement('meta'),{id:'${THEME_COLOR_ID}',name:'theme-color',content:'${themeColors.light}',media:m}))}if(c)d.contrast=c}catch{}`;

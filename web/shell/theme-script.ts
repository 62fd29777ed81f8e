import { themeColors, themeKeys } from '../../content/theme.ts';

/** Id of the element with the color of a chosen theme. The system's colors are in the HTML. */
export const THEME_COLOR_ID = 'chosen-theme-color';

/**
 * Inline script that sets the chosen theme and contrast before the first paint, so that nothing flashes. The HTML is the
 * same for everyone; without a choice, the stylesheet follows the system.
 */
export const createThemeScript = () =>
  `try{const{dataset:d}=document.documentElement,t=localStorage.getItem('${themeKeys.theme}'),c=localStorage.getItem('${themeKeys.contrast}'),m={dark:'${themeColors.dark}',light:'${themeColors.light}'}[t];if(m){d.theme=t;document.head.prepend(Object.assign(document.createElement('meta'),{id:'${THEME_COLOR_ID}',name:'theme-color',content:m}))}if(c)d.contrast=c}catch{}`;

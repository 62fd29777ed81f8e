/** Storage keys of the reader's theme and contrast. */
export const themeKeys = { theme: 'planet-crew-theme', contrast: 'planet-crew-contrast' } as const;

/** The page's background in each theme. Phones also use it for the bars around the page. */
export const themeColors = { dark: '#07060f', light: '#f5f3ff' } as const;

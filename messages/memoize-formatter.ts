/** Creates each formatter once per language and options, because Intl's formatters are slow to create. */
export function memoizeFormatter<Options, Formatter>(create: (locale: string, options?: Options) => Formatter) {
  const formattersByKey = new Map<string, Formatter>();
  return (locale: string, options?: Options): Formatter => {
    const key = locale + (typeof options === 'object' ? JSON.stringify(options) : (options ?? ''));
    const formatter = formattersByKey.get(key) ?? create(locale, options);
    formattersByKey.set(key, formatter);
    return formatter;
  };
}

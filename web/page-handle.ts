/** What a page exports as `handle`, beside its loader. */
export type PageHandle = {
  /**
   * The query parameters that change what the server renders; all others are dropped before the page is rendered and
   * cached. `all` is for redirects that pass the query on.
   */
  parameters?: readonly string[] | 'all';
  /**
   * What these parameters may be, where only some values are known and the first of several is read; any other counts as
   * not set.
   */
  values?: Readonly<Record<string, readonly string[]>>;
  /** Nothing on it changes while a node runs, so it is rendered once: for pages that are expensive to render. */
  constant?: true;
};

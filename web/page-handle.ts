/** What a page exports as `handle`, alongside its loader. */
export type PageHandle = {
  /**
   * The query parameters that change what the server renders; all others are dropped before the page is rendered and
   * cached. `all` is for redirects that pass the query on.
   */
  parameters?: readonly string[] | 'all';
  /**
   * Allowed values of these parameters, for those where only some values are known and only the first of several is
   * read. Any other value counts as not set.
   */
  values?: Readonly<Record<string, readonly string[]>>;
  /** Nothing on the page changes while a node runs, so it's rendered once. For pages that are expensive to render. */
  constant?: true;
};

/** The tab that a key moves to in a row of tabs (WAI-ARIA): the arrow keys go round; undefined for other keys. */
export function nextTab<Tab extends { readonly id: string }>(
  key: string,
  tabs: readonly Tab[],
  shown: string,
): Tab | undefined {
  const index = tabs.findIndex(({ id }) => id === shown);
  const target = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: -1 }[key];
  return target === undefined ? undefined : tabs.at(target % tabs.length);
}

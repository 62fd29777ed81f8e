/**
 * Inline script for the head that keeps React working on pages a translator has rewritten. Google, Edge and others
 * replace each text node with a `<font>` element. React still holds the old text node, so its next `insertBefore`,
 * `removeChild` or text change would fail or have no effect. This script remembers which element replaced which text
 * node and uses that element instead.
 */
export const translationGuardScript = `(() => {
  const wrappers = new WeakMap();
  const { insertBefore, removeChild } = Node.prototype;
  const isWrapper = (node) => node?.nodeName === 'FONT';
  const changedTexts = new MutationObserver((records) => {
    for (const { target } of records) {
      const wrapper = wrappers.get(target);
      if (!wrapper?.parentNode || target.parentNode) continue;
      wrappers.delete(target);
      wrapper.replaceWith(target);
    }
  });
  const learn = (records) => {
    for (const { removedNodes, addedNodes, previousSibling, nextSibling } of records) {
      for (const node of removedNodes) {
        if (node.nodeType !== Node.TEXT_NODE) continue;
        const wrapper = [...addedNodes, previousSibling, nextSibling].find(isWrapper);
        if (!wrapper) continue;
        wrappers.set(node, wrapper);
        changedTexts.observe(node, { characterData: true });
      }
    }
  };
  const structure = new MutationObserver(learn);
  structure.observe(document, { childList: true, subtree: true });
  const findShown = (parent, node) => {
    learn(structure.takeRecords());
    let shown = node;
    while (shown.parentNode !== parent) {
      const outer = isWrapper(shown.parentNode) ? shown.parentNode : wrappers.get(shown);
      if (!outer) return undefined;
      shown = outer;
    }
    return shown;
  };
  Node.prototype.removeChild = function (child) {
    if (!child || child.parentNode === this) return removeChild.call(this, child);
    const shown = findShown(this, child);
    if (shown) removeChild.call(this, shown);
    else if (!wrappers.has(child)) return removeChild.call(this, child);
    return child;
  };
  Node.prototype.insertBefore = function (node, before) {
    if (!before || before.parentNode === this) return insertBefore.call(this, node, before);
    const shown = findShown(this, before);
    if (shown) return insertBefore.call(this, node, shown);
    return insertBefore.call(this, node, wrappers.has(before) ? null : before);
  };
})()`;

// Translators of browsers replace each text node of the page by a `font` element with the translation. React keeps the
// text node: it would change a text that is not shown, and fail to remove it or to insert before it (react#11538, #26048).
// Here a replaced text returns when React changes it, and leaves the page when React removes it.

/** Call this before a translator starts. An observer sees the work of translators, whose scripts have prototypes of their own. */
export function followTranslations(shown: Node) {
  const fontOf = new WeakMap<Node, ChildNode>()
  const fonts = new WeakSet<Node>()
  const { insertBefore, removeChild } = Node.prototype

  const follow = (records: MutationRecord[]) => {
    for (const { target, addedNodes, removedNodes, previousSibling, nextSibling } of records) {
      fontOf.get(target)?.replaceWith(target) // the data of a replaced text has changed
      const [text] = removedNodes
      if (text instanceof Text && !text.parentNode) {
        for (const font of [...addedNodes, previousSibling, nextSibling]) {
          if (font?.nodeName !== 'FONT' || fonts.has(font)) continue
          fonts.add(font)
          fontOf.set(text, font as ChildNode)
          observer.observe(text, { characterData: true })
          break
        }
      }
      for (const text of addedNodes) {
        fontOf.get(text)?.remove()
        fontOf.delete(text)
      }
    }
  }
  const observer = new MutationObserver(follow)

  /** What the page shows for a node. */
  const shownFor = (node: Node): Node => {
    if (node.parentNode) return node
    follow(observer.takeRecords())
    return (node.parentNode ? null : fontOf.get(node)) ?? node
  }

  Node.prototype.removeChild = <T extends Node>(child: T) => {
    const { parentNode } = shownFor(child)
    if (parentNode) removeChild.call(parentNode, shownFor(child))
    return child
  }
  Node.prototype.insertBefore = function <T extends Node>(node: T, before: Node | null) {
    let next = before && shownFor(before)
    while (next && next.parentNode !== this) next = next.parentNode
    return insertBefore.call(this, node, next) as T
  }
  observer.observe(shown, { childList: true, subtree: true })
}

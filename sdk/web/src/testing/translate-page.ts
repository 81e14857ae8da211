// Translates a page as Chrome's translator does: each text node is replaced by a `font` element in another. The function
// uses nothing from outside of it, so that browser tests can run it in a page.

/** Translates the texts below a node; texts that are already translated, or marked with `translate="no"`, stay. */
export function translatePage(
  from: Element = document.body,
  translation = (text: string) => `«${text.trim()}»`,
): void {
  const skipped = 'script, style, textarea, code, [translate="no"], font'
  const walker = document.createTreeWalker(from, 4 /* NodeFilter.SHOW_TEXT */)
  const texts: Text[] = []
  while (walker.nextNode()) {
    const text = walker.currentNode as Text
    if (text.data.trim() !== '' && !text.parentElement?.closest(skipped)) texts.push(text)
  }
  for (const text of texts) {
    const font = document.createElement('font')
    const inner = document.createElement('font')
    for (const one of [font, inner]) one.style.verticalAlign = 'inherit'
    inner.textContent = translation(text.data)
    font.append(inner)
    text.replaceWith(font)
  }
}

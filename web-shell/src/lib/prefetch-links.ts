// Fetches the page of a link shortly before the link comes into view, once the first screen has loaded.
import { afterFirstScreen } from './after-first-screen'

const MARGIN = '200px'
const DELAY_MS = 1_000

interface Line {
  saveData?: boolean
  effectiveType?: string
}

/** Metered connections may cost money; on slow connections a prefetch would delay the requests of the page. */
const isScarce = ({ saveData, effectiveType }: Line = {}) =>
  saveData === true || (effectiveType !== undefined && effectiveType !== '4g')

/** Watches the links of the document. Returns a function that stops it. */
export function prefetchLinks(prefetch: (path: string) => unknown): () => void {
  if (isScarce((navigator as { connection?: Line }).connection)) return () => undefined
  const known = new Set<string>([location.pathname])
  const views = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue
        views.unobserve(target)
        const { pathname } = target as HTMLAnchorElement
        if (known.has(pathname)) continue
        known.add(pathname)
        prefetch(pathname)
      }
    },
    { rootMargin: MARGIN },
  )
  const watch = (root: ParentNode) => {
    for (const link of root.querySelectorAll<HTMLAnchorElement>('a[href^="/"]')) views.observe(link)
  }
  const changes = new MutationObserver((records) => {
    for (const { addedNodes } of records) {
      for (const node of addedNodes) {
        // The element may be a link itself.
        if (node instanceof Element && node.parentElement) watch(node.parentElement)
      }
    }
  })
  const cancel = afterFirstScreen(() => {
    watch(document)
    changes.observe(document.body, { childList: true, subtree: true })
  }, DELAY_MS)
  return () => {
    cancel()
    changes.disconnect()
    views.disconnect()
  }
}

// Ends a renderer with its WebGL context. Browsers allow some sixteen contexts, and keep that of a removed canvas until memory
// is collected: a renderer that is only disposed of costs a later one its context.
import type { WebGLRenderer } from 'three'

/** The canvas cannot be drawn on again. */
export function release(renderer: Pick<WebGLRenderer, 'dispose' | 'forceContextLoss'>) {
  renderer.dispose()
  renderer.forceContextLoss()
}

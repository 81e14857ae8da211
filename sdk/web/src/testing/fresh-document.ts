// Runs before each file of tests: files share a worker, so what an earlier one has left goes.
import { vi } from 'vitest'

vi.unstubAllGlobals()
vi.restoreAllMocks()
vi.useRealTimers()

if (typeof document !== 'undefined') {
  localStorage.clear()
  sessionStorage.clear()
  document.body.replaceChildren()
  document.head.replaceChildren()
  for (const { name } of [...document.documentElement.attributes]) {
    document.documentElement.removeAttribute(name)
  }
}

// What journeys wait for and assert.
import assert from 'node:assert/strict'

const PATIENCE_MS = 10_000

/** Until `probe` returns something true without throwing; its last complaint otherwise. */
export async function eventually(what, probe, patienceMs = PATIENCE_MS) {
  const end = Date.now() + patienceMs
  let last
  for (;;) {
    try {
      const found = await probe()
      if (found) return found
      last = undefined
    } catch (error) {
      last = error
    }
    if (Date.now() > end)
      throw new Error(`${what}: not within ${patienceMs} ms${last ? ` (${last.message})` : ''}`)
    await new Promise((resolve) => setTimeout(resolve, 40))
  }
}

export const shown = (locator) => locator.first().waitFor({ state: 'visible' })
export const gone = (locator) => locator.first().waitFor({ state: 'hidden' })

/** The toast that is up, or the next one that is. */
export const toasted = (page, text) => shown(page.locator('.wv-toast', { hasText: text }))

export const at = (page, path) =>
  eventually(
    `the address is ${path}`,
    () => new URL(page.url()).pathname + new URL(page.url()).search === path,
  )

export const dialog = (page) => page.getByRole('dialog')

/** The error of a field, by the field's name in its form. */
export async function fieldSays(page, name, message) {
  const field = page.locator(`[name="${name}"]`).first()
  await eventually(`"${name}" says "${message}"`, async () => {
    const note = await field.getAttribute('aria-describedby')
    const said = note ? await page.locator(`[id="${note}"]`).textContent() : ''
    assert.equal(said, message)
    assert.equal(await field.getAttribute('aria-invalid'), 'true')
    return true
  })
}

/** How many calls a page makes to a path, from now on. */
export function countCalls(target, method, path) {
  const calls = []
  target.on('request', (request) => {
    if (request.method() === method && new URL(request.url()).pathname === path) calls.push(request)
  })
  return calls
}

/** Until nothing moves or fades any more. */
export const settled = (page) =>
  page.evaluate(() => Promise.allSettled(document.getAnimations().map((one) => one.finished)))

export const box = async (locator) => {
  const found = await locator.first().boundingBox()
  assert.ok(found, 'it is drawn')
  return found
}

export function near(actual, expected, what, tolerance = 0.6) {
  assert.ok(Math.abs(actual - expected) <= tolerance, `${what}: ${actual}, not ${expected}`)
}

// What every picture is held against: axe finds nothing, and nothing sticks out sideways.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { settled } from './check.mjs'

/** For `person({ script: axe })`. */
export const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Looks at a person's screen, and takes the picture. */
export async function look(one, name) {
  const { page, theme, width } = one
  await settled(page)
  const found = await page.evaluate(async () => {
    const { violations } = await window.axe.run(document, {
      resultTypes: ['violations'],
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    })
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`,
    )
  })
  assert.deepEqual(found, [], `${name}, ${theme}`)
  const wide = await page.evaluate(() => document.documentElement.scrollWidth)
  assert.ok(wide <= width, `${name}: nothing sticks out sideways: ${wide} of ${width}`)
  await one.shoot(name)
}

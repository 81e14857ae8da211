// Photographs the room in headless Chromium under the product's CSP, and prints what it draws.
// Run `npm run preview -- <folder> [name …]`.
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { withPage } from './browser.mjs'

const root = path.join(import.meta.dirname, '..')
const [out = path.join(root, '../../target/blocks-preview'), ...chosen] = process.argv.slice(2)
const TEMPLATES = [
  ...['lantern-garden', 'rooftop', 'cafe', 'theatre', 'hanok-alley', 'hanok-courtyard', 'greenhouse'],
  ...['star-deck', 'coral-grotto', 'sunken-ruin', 'arcade-hall', 'lantern-run'],
]

/** Name, query, width, height. */
const SHOTS = [
  ...TEMPLATES.map((name) => [name, `scene=${name}&hour=20.5`, 1440, 900]),
  ...TEMPLATES.map((name) => [`${name}-noon`, `scene=${name}&hour=13`, 1440, 900]),
  ...TEMPLATES.map((name) => [`${name}-phone`, `scene=${name}&hour=20.5`, 390, 844]),
  ['twin', 'scene=lantern-garden&view=map', 1440, 900],
  ['twin-phone', 'scene=rooftop&view=map&lang=en', 390, 844],
  ['crowd', 'scene=lantern-garden&hour=21.5&people=100', 320, 180],
]

await withPage('./src/dev/main.tsx', 'preview', async (browser, address) => {
  mkdirSync(out, { recursive: true })
  for (const [name, query, width, height] of SHOTS) {
    if (chosen.length > 0 && !chosen.includes(name)) continue
    await shoot(browser, `${address}?${query}`, name, width, height)
  }
})

async function shoot(browser, address, name, width, height) {
  const page = await browser.newPage({ viewport: { width, height } })
  const problems = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !message.text().includes('act('))
      problems.push(message.text().slice(0, 300))
  })
  await page.goto(address)
  const is3d = !address.includes('view=map')
  if (is3d) await page.waitForFunction('window.__room', null, { timeout: 60_000 })
  await page.waitForTimeout(6_000)
  const probe = is3d ? await page.evaluate(() => window.__room.probe()) : null
  await page.screenshot({ path: path.join(out, `${name}.png`) })
  const { draws, triangles, programs, textures, tier, fps } = probe ?? {}
  const figures = probe && { draws, triangles, programs, textures, tier, fps: Math.round(fps) }
  process.stdout.write(`${name} ${JSON.stringify({ ...figures, problems: problems.slice(0, 4) })}\n`)
  await page.close()
}

// One exact frame of each template, at the size of a test: recorded beside the tests, compared by `scenes.spec.ts`.
// Run `npm run frames` to record them all again.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { withPage } from './browser.mjs'
import { SHOTS } from './shots.mjs'

const folder = path.join(import.meta.dirname, '../../../e2e/journeys/scenes')
const SIZE = { width: 320, height: 180 }

/**
 * Calls `use` with a page, and the frames by the names of their templates.
 * @param {(page: import('playwright-core').Page, shots: Record<string, object>) => Promise<void>} use
 */
export async function withFrames(use) {
  await withPage('./src/dev/picture.ts', 'picture', async (browser, address) => {
    const page = await browser.newPage()
    await page.goto(address)
    const shots = Object.entries(SHOTS).map(([scene, view]) => [scene, { ...view, scene, ...SIZE }])
    await use(page, Object.fromEntries(shots))
  })
}

/** A WebP without loss. */
export async function drawFrame(page, shot) {
  return Buffer.from(await page.evaluate((one) => window.picture({ ...one, quality: 1 }), shot), 'base64')
}

/** How the frame differs from the recorded one. */
export function compareFrame(page, shot) {
  const recorded = readFileSync(fileOf(shot.scene)).toString('base64')
  return page.evaluate(([one, expected]) => window.comparePicture(one, expected), [shot, recorded])
}

const fileOf = (scene) => path.join(folder, `${scene}.webp`)

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  mkdirSync(folder, { recursive: true })
  await withFrames(async (page, shots) => {
    for (const shot of Object.values(shots)) {
      const bytes = await drawFrame(page, shot)
      writeFileSync(fileOf(shot.scene), bytes)
      process.stdout.write(`${shot.scene}: ${bytes.length} bytes\n`)
    }
  })
}

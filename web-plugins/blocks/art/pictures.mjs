// Photographs each template for the lists of blocks. Run `npm run pictures [name …]`; `kinds <folder>` makes sheets of
// all kinds instead.
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { withPage } from './browser.mjs'

const out = path.join(import.meta.dirname, '../public/templates')
const BYTES_MAX = 40_000
const [first, ...rest] = process.argv.slice(2)

/** From where to where; the hour is the scene's, or the evening. */
const SHOTS = {
  'lantern-garden': { from: [22, 4.6, 43], to: [22, 1.2, 22], hour: 20 },
  rooftop: { from: [15, 4.4, 28.4], to: [15, 1.2, 12] },
  cafe: { from: [11, 3.6, 19.5], to: [11, 1.2, 8] },
  theatre: { from: [24, 5.6, 38.6], to: [24, 1.5, 19] },
  'hanok-alley': { from: [23, 3.2, 36.4], to: [23, 1.9, 16], hour: 20 },
  'hanok-courtyard': { from: [19.6, 4.2, 27], to: [17, 1.3, 12], hour: 20 },
  greenhouse: { from: [20, 5.4, 35.4], to: [20, 2.6, 16] },
  'star-deck': { from: [13.4, 3.4, 25.6], to: [16, 2, 9] },
  'coral-grotto': { from: [22, 3.4, 29.4], to: [22, 1.8, 14] },
  'sunken-ruin': { from: [15.6, 5, 35.6], to: [22.4, 1.8, 16] },
  'arcade-hall': { from: [16, 3.6, 25.8], to: [16, 1.6, 8] },
  'lantern-run': { from: [19, 6.4, 55], to: [36, 0.6, 40] },
}

const call = (page, shot) => page.evaluate((one) => window.picture(one), shot)

await withPage('./src/dev/picture.ts', 'picture', async (browser, address) => {
  const page = await browser.newPage()
  page.on('pageerror', (error) => process.stderr.write(`${error.message}\n`))
  await page.goto(address)
  if (first === 'kinds') {
    const [folder = '/tmp'] = rest
    for (let sheet = 0; sheet < 5; sheet++) {
      const view = {
        from: [28.5, 26, 62],
        to: [28.5, 0, 19],
        width: 1600,
        height: 900,
        quality: 0.9,
        fov: 48,
      }
      const bytes = await call(page, { scene: `kinds ${sheet}`, isEmpty: true, ...view })
      writeFileSync(path.join(folder, `kinds-${sheet}.webp`), Buffer.from(bytes, 'base64'))
    }
    return
  }
  mkdirSync(out, { recursive: true })
  const chosen = [first, ...rest].filter(Boolean)
  for (const [scene, view] of Object.entries(SHOTS)) {
    if (chosen.length > 0 && !chosen.includes(scene)) continue
    let bytes
    for (let quality = 0.86; ; quality -= 0.08) {
      bytes = Buffer.from(await call(page, { scene, width: 640, height: 360, quality, ...view }), 'base64')
      if (bytes.length <= BYTES_MAX || quality < 0.3) break
    }
    writeFileSync(path.join(out, `${scene}.webp`), bytes)
    process.stdout.write(`${scene}: ${bytes.length} bytes\n`)
  }
})

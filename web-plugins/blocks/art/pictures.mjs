// Photographs each template for the lists of blocks. Run `npm run pictures [name …]`; `kinds <folder>` makes sheets of
// all kinds instead.
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { withPage } from './browser.mjs'
import { SHOTS } from './shots.mjs'

const out = path.join(import.meta.dirname, '../public/templates')
const BYTES_MAX = 40_000
const [first, ...rest] = process.argv.slice(2)

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

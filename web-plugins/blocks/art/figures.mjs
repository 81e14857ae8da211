// Photographs people: each part of a look, all levels of detail, motions, day and night. Run `npm run figures -- <folder> [name …]`.
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { withPage } from './browser.mjs'

const [out = path.join(import.meta.dirname, '../../../target/figures'), ...chosen] = process.argv.slice(2)
const SIDES = { front: 0, 'three-quarter': 0.7, side: 1.57, back: 3.14 }
const SHEETS = {
  ...Object.fromEntries(
    ['hair', 'topStyle', 'bottomStyle'].flatMap((of) =>
      Object.entries(SIDES).map(([side, yaw]) => [`${of}-${side}`, { of, yaw, isClose: of === 'hair' }]),
    ),
  ),
  faces: { of: 'face', isClose: true, yaw: 0 },
  bodies: { of: 'body', columns: 4 },
  gear: { of: 'gear' },
  'gear-back': { of: 'gear', yaw: 2.6 },
  day: { of: 'all' },
  night: { of: 'all', hour: 22 },
  ...Object.fromEntries([1, 2, 3].map((level) => [`level${level}`, { of: 'all', level }])),
  ...Object.fromEntries(
    ['walk', 'run', 'sit', 'wave', 'dance', 'jump'].map((motion) => [motion, { of: 'all', motion, at: 0.9 }]),
  ),
}

await withPage('./src/dev/figures.ts', 'figures', async (browser, address) => {
  mkdirSync(out, { recursive: true })
  const page = await browser.newPage({ viewport: { width: 1600, height: 1000 } })
  page.on('pageerror', (error) => process.stderr.write(`${error.message}\n`))
  page.on('console', (message) => process.stderr.write(`${message.text().slice(0, 600)}\n`))
  await page.goto(address)
  await page.waitForFunction('window.sheet', null, { timeout: 60_000 })
  for (const [name, sheet] of Object.entries(SHEETS)) {
    if (chosen.length > 0 && !chosen.some((one) => name.startsWith(one))) continue
    const figures = await page.evaluate((sheet) => window.sheet(sheet), sheet)
    process.stdout.write(`${name} ${JSON.stringify(figures)}\n`)
    await page.screenshot({ path: path.join(out, `${name}.png`) })
  }
})

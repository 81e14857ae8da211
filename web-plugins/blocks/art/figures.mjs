// Photographs the sheet of figures. Run `npm run figures -- <file>`.
import { withPage } from './browser.mjs'

const [out = '/tmp/figures.png'] = process.argv.slice(2)
await withPage('./src/dev/figures.ts', 'figures', async (browser, address) => {
  const page = await browser.newPage({ viewport: { width: 1600, height: 1000 } })
  page.on('pageerror', (error) => process.stderr.write(`${error.message}\n`))
  page.on('console', (message) => process.stderr.write(`${message.text().slice(0, 400)}\n`))
  await page.goto(address)
  await page.waitForFunction('document.title', null, { timeout: 60_000 })
  process.stdout.write(`${await page.title()}\n`)
  await page.screenshot({ path: out })
})

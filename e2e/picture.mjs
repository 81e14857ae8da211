// The picture of the README: `node e2e/picture.mjs` writes docs/images/home.png.
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { launch, newPerson } from './lib/browser.mjs'
import { shown } from './lib/check.mjs'
import { startKernel } from './lib/kernel.mjs'

const folder = path.resolve(import.meta.dirname, '../docs/images')
await mkdir(folder, { recursive: true })
const [kernel, browser] = await Promise.all([startKernel(), launch()])
try {
  const { page } = await newPerson(browser, kernel, { width: 1440, theme: 'dark' })
  await page.goto('/')
  await shown(page.locator('.w-card[aria-current=true]'))
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(500)
  await page.screenshot({ path: path.join(folder, 'home.png') })
} finally {
  await browser.close()
  await kernel.stop()
}

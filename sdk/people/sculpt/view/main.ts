// Draws contact sheets of the library into target/people: `npm run view -w @witverse/people [sheet …]`. CHROMIUM_BIN names the
// browser.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { chromium } from 'playwright-core'
import { build } from 'rolldown'
import { drawings } from './drawings'
import { SHEETS } from './sheets'

const [, , root = '', ...only] = process.argv
const out = path.resolve(root, '../../target/people')
const read = (file: string) => readFileSync(path.join(root, 'library', file)).toString('base64')

const script = path.join(out, 'page.js')
await build({
  input: path.join(root, 'sculpt/view/page.ts'),
  logLevel: 'warn',
  output: { file: script, format: 'iife', name: 'view' },
})
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_BIN ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
})
try {
  const page = await browser.newPage()
  page.on('pageerror', (error) => process.stderr.write(`${error}\n`))
  page.on('console', (message) => {
    if (message.type() === 'error') process.stderr.write(`${message.text()}\n`)
  })
  const isWanted = (name: string) => only.length === 0 || only.some((one) => name.startsWith(one))
  if (isWanted('portraits')) {
    await page.setContent(drawings())
    await page.locator('body').screenshot({ path: path.join(out, 'portraits.png') })
  }
  await page.setContent('<!doctype html><body></body>')
  await page.addScriptTag({ path: script })
  type View = typeof import('./page')
  for (const level of [0, 1, 2, 3]) {
    const folder = `level${level}`
    const files =
      level > 1
        ? [`${folder}.bin`]
        : readdirSync(path.join(root, 'library', folder)).map((file) => `${folder}/${file}`)
    await page.evaluate(
      ([n, data, atlas]) => (globalThis as unknown as { view: View }).view.load(n, data, atlas),
      [level, files.map(read), read('faces.bin')] as [number, string[], string],
    )
  }
  for (const [name, sheet] of Object.entries(SHEETS)) {
    if (!isWanted(name)) continue
    const url = await page.evaluate((one) => (globalThis as unknown as { view: View }).view.draw(one), sheet)
    writeFileSync(path.join(out, `${name}.png`), Buffer.from(url.slice(url.indexOf(',') + 1), 'base64'))
  }
} finally {
  await browser.close()
}

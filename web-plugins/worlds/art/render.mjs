// Renders the pictures of the demo worlds: small three.js scenes in headless Chromium, written
// to ../public/demo as WebP. Run `npm run art`, or `npm run art -- reef` for one of them.
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import path from 'node:path'
import { chromium } from 'playwright-core'

const WORLDS = ['agora', 'hanok', 'orbit', 'reef', 'arcade']
const LIMIT_BYTES = 60_000
const here = import.meta.dirname
const three = path.dirname(createRequire(import.meta.url).resolve('three'))
const out = path.join(here, '../public/demo')

const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost')
  const file = pathname.startsWith('/three/')
    ? path.join(three, pathname.slice(7))
    : path.join(here, pathname)
  if (!existsSync(file)) return response.writeHead(404).end()
  const type = file.endsWith('.html') ? 'text/html' : 'text/javascript'
  response.writeHead(200, { 'content-type': type })
  createReadStream(file).pipe(response)
}).listen(0)

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: [
    '--headless',
    '--no-sandbox',
    '--use-angle=swiftshader',
    '--enable-unsafe-swiftshader',
    '--disable-sync',
  ],
})
try {
  await mkdir(out, { recursive: true })
  const page = await browser.newPage()
  page.on('pageerror', (error) => process.stderr.write(`${error.message}\n`))
  page.on('console', (message) => message.type() === 'error' && process.stderr.write(`${message.text()}\n`))
  const chosen = process.argv.slice(2)
  for (const name of chosen.length > 0 ? chosen : WORLDS) {
    await page.goto(`http://localhost:${server.address().port}/page.html#${name}`)
    await page.reload()
    await page.waitForFunction('window.picture', null, { timeout: 120_000 })
    const image = await smallestGood(page)
    await writeFile(path.join(out, `${name}.webp`), image)
    process.stdout.write(`${name}.webp ${image.length} bytes\n`)
  }
} finally {
  await browser.close()
  server.close()
}

/** The best quality below the size limit. */
async function smallestGood(page) {
  for (let quality = 0.9; ; quality -= 0.04) {
    const url = await page.evaluate((q) => window.picture(q), quality)
    const image = Buffer.from(url.split(',')[1], 'base64')
    if (image.length <= LIMIT_BYTES || quality < 0.4) return image
  }
}

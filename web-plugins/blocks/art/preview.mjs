// Builds the preview of the scenes, photographs it in headless Chromium under the product's CSP, and prints what the
// room draws. Run `npm run preview -- <folder> [name …]`.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { rspack } from '@rspack/core'
import { plugin } from '@witverse/sdk/rspack'
import { chromium } from 'playwright-core'

const CSP =
  "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self' blob:; worker-src 'self'"
const root = path.join(import.meta.dirname, '..')
const [out = path.join(root, '../../target/blocks-preview'), ...chosen] = process.argv.slice(2)
const built = path.join(root, 'node_modules/.cache/preview')

/** Name, query, width, height, seconds to wait. */
const SHOTS = [
  ['garden', 'scene=lantern-garden&hour=21.5', 1440, 900],
  ['garden-noon', 'scene=lantern-garden&hour=13', 1440, 900],
  ['garden-dusk', 'scene=lantern-garden&hour=18.6&lang=en', 768, 1024],
  ['rooftop', 'scene=rooftop', 1440, 900],
  ['cafe', 'scene=cafe', 1440, 900],
  ['phone', 'scene=lantern-garden&hour=21.5', 390, 844],
  ['twin', 'scene=lantern-garden&view=map', 1440, 900],
  ['twin-phone', 'scene=rooftop&view=map&lang=en', 390, 844],
  ['crowd', 'scene=lantern-garden&hour=21.5&people=100', 320, 180],
]

await build()
const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost')
  const file = path.join(built, pathname === '/' ? 'index.html' : pathname)
  if (!existsSync(file)) return response.writeHead(404).end()
  const types = { '.js': 'text/javascript', '.css': 'text/css', '.html': 'text/html; charset=utf-8' }
  response.writeHead(200, { 'content-type': types[path.extname(file)] ?? '', 'content-security-policy': CSP })
  response.end(readFileSync(file))
}).listen(0)
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: [
    '--headless',
    '--no-sandbox',
    '--use-gl=angle',
    '--use-angle=swiftshader',
    '--enable-unsafe-swiftshader',
  ],
})
try {
  mkdirSync(out, { recursive: true })
  for (const [name, query, width, height] of SHOTS) {
    if (chosen.length > 0 && !chosen.includes(name)) continue
    await shoot(name, query, width, height)
  }
} finally {
  await browser.close()
  server.close()
}

async function shoot(name, query, width, height) {
  const page = await browser.newPage({ viewport: { width, height } })
  const problems = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !message.text().includes('act('))
      problems.push(message.text().slice(0, 300))
  })
  await page.goto(`http://localhost:${server.address().port}/?${query}`)
  const is3d = !query.includes('view=map')
  if (is3d) await page.waitForFunction('window.__room', null, { timeout: 60_000 })
  await page.waitForTimeout(6_000)
  const probe = is3d ? await page.evaluate(() => window.__room.probe()) : null
  await page.screenshot({ path: path.join(out, `${name}.png`) })
  const { draws, triangles, programs, textures, tier, fps } = probe ?? {}
  const figures = probe && { draws, triangles, programs, textures, tier, fps: Math.round(fps) }
  process.stdout.write(`${name} ${JSON.stringify({ ...figures, problems: problems.slice(0, 4) })}\n`)
  await page.close()
}

async function build() {
  const config = plugin({ root, id: 'blocks', dev: false })
  config.entry = { preview: './src/dev/main.tsx' }
  config.mode = 'development' // the tests' renderer needs React's development build
  config.devtool = false
  config.plugins = []
  config.output = {
    ...config.output,
    path: built,
    publicPath: '/',
    filename: '[name].js',
    chunkFilename: '[name].js',
  }
  config.output.cssFilename = config.output.cssChunkFilename = '[name].css'
  config.optimization = { minimize: false, splitChunks: false }
  await new Promise((resolve, reject) =>
    rspack(config).run((error, stats) =>
      error || stats.hasErrors() ? reject(error ?? new Error(stats.toString('errors-only'))) : resolve(),
    ),
  )
  const page =
    '<!doctype html><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">'
  const head = '<link rel="stylesheet" href="/preview.css"><body><script src="/preview.js"></script>'
  writeFileSync(path.join(built, 'index.html'), page + head)
}

// Builds a page of `src/dev` and opens it in headless Chromium under the product's CSP.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { rspack } from '@rspack/core'
import { plugin } from '@witverse/sdk/rspack'
import { chromium } from 'playwright-core'

const CSP =
  "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self' blob:; worker-src 'self'"
const root = path.join(import.meta.dirname, '..')
const TYPES = { '.js': 'text/javascript', '.css': 'text/css', '.html': 'text/html; charset=utf-8' }

/** Draws on the processor, the same on every machine with the same Chromium. */
const DRAWING = [
  ...['--headless', '--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader'],
  '--enable-unsafe-swiftshader',
]

/** `use` gets the browser and the address of the page. */
export async function withPage(entry, name, use) {
  const built = path.join(root, 'node_modules/.cache', name)
  await build(entry, name, built)
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const file = path.join(built, pathname === '/' ? 'index.html' : pathname)
    if (!existsSync(file)) return response.writeHead(404).end()
    const type = TYPES[path.extname(file)] ?? ''
    response.writeHead(200, { 'content-type': type, 'content-security-policy': CSP })
    response.end(readFileSync(file))
  }).listen(0)
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_BIN ?? '/usr/bin/chromium',
    args: DRAWING,
  })
  try {
    await use(browser, `http://localhost:${server.address().port}/`)
  } finally {
    await browser.close()
    server.close()
  }
}

async function build(entry, name, built) {
  const config = plugin({ root, id: 'blocks', dev: false })
  config.entry = { [name]: entry }
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
  const style = existsSync(path.join(built, `${name}.css`))
    ? `<link rel="stylesheet" href="/${name}.css">`
    : ''
  writeFileSync(path.join(built, 'index.html'), `${page}${style}<body><script src="/${name}.js"></script>`)
}

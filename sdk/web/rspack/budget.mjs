// Checks what a visitor downloads, compressed as the kernel serves it. Run after `npm run build`.
// A plugin is measured whole, which is stricter than its first page.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

const root = path.resolve(import.meta.dirname, '../../..')
const KB = 1_000

const plugins = readdirSync(path.join(root, 'web-plugins')).map((id) => ({
  name: id,
  dist: `web-plugins/${id}/dist`,
  limits: { js: 45 * KB, css: 5 * KB },
}))
const shell = { name: 'shell', dist: 'web-shell/dist', limits: { js: 180 * KB, css: 10 * KB } }

/** The faces of the Hangul subsets: fetched after the first paint, by nothing that waits for them. */
const isLater = (text) => text.includes('@font-face') && !text.includes('.wv-button')

let failed = false
for (const { name, dist, limits } of [shell, ...plugins]) {
  const folder = path.join(root, dist)
  if (!existsSync(folder)) {
    report(false, `${name}: ${dist} is missing; run npm run build first`)
    continue
  }
  const files = readdirSync(folder)
    .filter((file) => /\.(js|css)$/.test(file))
    .map((file) => ({ file, text: readFileSync(path.join(folder, file)) }))
  for (const kind of ['js', 'css']) {
    const chosen = files.filter(({ file }) => file.endsWith(`.${kind}`))
    const first = chosen.filter(({ text }) => kind === 'js' || !isLater(text.toString()))
    const bytes = total(first)
    const later = total(chosen) - bytes
    const note = later > 0 ? ` (and ${kilo(later)} later: font subsets)` : ''
    report(bytes <= limits[kind], `${name} ${kind}: ${kilo(bytes)} of ${kilo(limits[kind])}${note}`)
  }
}
process.exitCode = failed ? 1 : 0

function total(files) {
  return files.reduce((sum, { text }) => sum + brotli(text).length, 0)
}

function brotli(text) {
  return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
}

function kilo(bytes) {
  return `${(bytes / KB).toFixed(1)} kB`
}

function report(fits, line) {
  if (!fits) failed = true
  process.stdout.write(`${fits ? 'ok  ' : 'OVER'} ${line}\n`)
}

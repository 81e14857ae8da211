// Checks the size of what a browser downloads, compressed as the kernel serves it. Run after `npm run build`.
// The first visit of the shell is what its page names; each later file (a screen, a modal) has a limit of its own.
// The first page of a plugin is its entry and the largest of its other files.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

const root = path.resolve(import.meta.dirname, '../../..')
const KB = 1_000

const FIRST = { js: 165 * KB, css: 10 * KB }
const PART = { js: 45 * KB, css: 5 * KB }

/** The room loads three.js and its stage after the page: with them at most this (docs/decisions/0024). */
const ROOM = { blocks: { js: 188 * KB, css: 5 * KB } }

/** The editor of blocks is loaded only when it is opened. What it adds to the chunks of the room has a limit of its own. */
const EDITOR = { blocks: { js: 80 * KB, css: 5 * KB } }
const EDITOR_FILE = /^editor[-.]/
/** The drawings of every cut and hair style, which the page of the avatar loads beside itself. */
const DRAWINGS = { avatars: { js: 100 * KB, css: 0 } }
const DRAWINGS_FILE = /^drawings[-.]/
/** Other pages beside the room; each has the limit of a part. */
const PAGE_FILE = /^page-/

/** Loaded with any page of a plugin. */
const ENTRY = /^(remoteEntry|__federation_expose_plugin)\./

const sum = (numbers) => numbers.reduce((all, one) => all + one, 0)

/** The font faces of the Hangul subsets. They load after the first paint. */
const isFonts = (text) => text.includes('@font-face') && !text.includes('.wv-button')

let failed = false
measureShell(path.join(root, 'web-shell/dist'))
for (const id of readdirSync(path.join(root, 'web-plugins'))) {
  const files = filesOf(path.join(root, 'web-plugins', id, 'dist'), id)
  for (const kind of ['js', 'css']) {
    const all = files.filter(({ file }) => file.endsWith(`.${kind}`))
    const editor = EDITOR[id] ? all.filter(({ file }) => EDITOR_FILE.test(file)) : []
    const pages = ROOM[id] ? all.filter(({ file }) => PAGE_FILE.test(file)) : []
    const drawings = DRAWINGS[id] ? all.filter(({ file }) => DRAWINGS_FILE.test(file)) : []
    const chosen = all.filter((one) => ![editor, pages, drawings].some((others) => others.includes(one)))
    if (drawings.length > 0) {
      const [size, most] = [total(drawings), DRAWINGS[id][kind]]
      report(size <= most, `${id} drawings ${kind}: ${kilo(size)} of ${kilo(most)}`)
    }
    for (const page of pages) {
      const size = total([page])
      if (size > PART[kind]) report(false, `${id} ${page.file}: ${kilo(size)} of ${kilo(PART[kind])}`)
    }
    if (EDITOR[id]) {
      const [size, most] = [total(editor), EDITOR[id][kind]]
      const fits = editor.length > 0 && size <= most
      report(fits, `${id} editor ${kind}: ${kilo(size)} of ${kilo(most)} in ${editor.length} files`)
    }
    const sizes = (wanted) =>
      chosen.filter(({ file }) => ENTRY.test(file) === wanted).map((one) => total([one]))
    const room = ROOM[id]?.[kind]
    const bytes = room ? total(chosen) : sum(sizes(true)) + Math.max(0, ...sizes(false))
    const limit = room ?? PART[kind]
    const note = `all ${chosen.length} files ${kilo(total(chosen))}`
    report(bytes <= limit, `${id} ${kind}: ${kilo(bytes)} of ${kilo(limit)}; ${note}`)
  }
}
process.exitCode = failed ? 1 : 0

function measureShell(dist) {
  const files = filesOf(dist, 'shell')
  const page = files.length > 0 ? readFileSync(path.join(dist, 'index.html'), 'utf8') : ''
  for (const kind of ['js', 'css']) {
    const chosen = files.filter(({ file }) => file.endsWith(`.${kind}`))
    const first = chosen.filter(({ file }) => page.includes(`/${file}"`))
    const bytes = total(first)
    report(bytes <= FIRST[kind], `shell ${kind}: ${kilo(bytes)} of ${kilo(FIRST[kind])}`)
    const later = chosen.filter((one) => !first.includes(one) && !isFonts(one.text.toString()))
    const [largest] = later.map((one) => ({ ...one, bytes: total([one]) })).sort((a, b) => b.bytes - a.bytes)
    if (!largest) continue
    const note = `${later.length} later ${kind} files, ${kilo(total(later))}; the largest ${largest.file}`
    report(largest.bytes <= PART[kind], `shell: ${note}: ${kilo(largest.bytes)} of ${kilo(PART[kind])}`)
  }
}

function filesOf(folder, name) {
  if (!existsSync(folder)) {
    report(false, `${name}: nothing is built; run npm run build first`)
    return []
  }
  return readdirSync(folder)
    .filter((file) => /\.(js|css)$/.test(file))
    .map((file) => ({ file, text: readFileSync(path.join(folder, file)) }))
}

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

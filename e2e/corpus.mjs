// Files that other programs make (`corpus/make.py`), uploaded, and what the browser shows of them beside what the other
// program shows: `node e2e/corpus.mjs FOLDER`. Prints one line for each file and, last, `N passed, N failed`; the
// pictures and waveforms are in `target/e2e/corpus.png`.
import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { launch } from 'puppeteer-core'
import { demo, logIn } from './lib/accounts.mjs'
import { startKernel } from './lib/kernel.mjs'

/** The mean difference of a channel, and of the loudness of 50 ms (of 1), that compression may make. */
const MAX_DIFFERENCE = { image: 2, video: 2, audio: 0.01 }
const folder = process.argv[2]
const sheet = path.resolve(import.meta.dirname, '../target/e2e/corpus.png')
const say = (line) => process.stdout.write(`${line}\n`)

async function upload(origin, token, { name, purpose }) {
  const content = await readFile(path.join(folder, name))
  const headers = {
    authorization: `Bearer ${token}`,
    'upload-complete': '?1',
    'upload-length': String(content.length),
    'content-type': 'application/octet-stream',
  }
  const sent = await fetch(`${origin}/api/files?purpose=${purpose}&name=${name}`, {
    method: 'POST',
    headers,
    body: content,
  })
  const answer = await sent.json()
  if (!sent.ok) return { state: 'refused', reason: answer.code }
  for (let tries = 0; tries < 240; tries += 1) {
    const found = await fetch(`${origin}/api/files/${answer.payload.fileId}`, { headers })
    const { payload } = await found.json()
    if (['ready', 'refused'].includes(payload.state)) return payload
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  throw new Error(`${name} was not checked within a minute`)
}

/** In the page: draws both, and answers how much they differ. */
async function compare({ name, purpose, stored, expected }) {
  const SIDES = [160, 120]
  const row = document.body.appendChild(document.createElement('figure'))
  row.append(name)
  const loaded = (element, event, source) =>
    new Promise((resolve, reject) => {
      element.addEventListener(event, () => resolve(element))
      element.addEventListener('error', () => reject(new Error(element.error?.message ?? 'it does not load')))
      element.src = source
    })
  const pixels = (source) => {
    const canvas = row.appendChild(document.createElement('canvas'))
    ;[canvas.width, canvas.height] = SIDES
    const context = canvas.getContext('2d')
    context.drawImage(source, 0, 0, ...SIDES)
    return context.getImageData(0, 0, ...SIDES).data
  }
  const mean = (one, other) => {
    if (one.length !== other.length) throw new Error(`${one.length} values for ${other.length}`)
    return one.reduce((sum, value, at) => sum + Math.abs(value - other[at]), 0) / one.length
  }
  if (purpose === 'audio') {
    const RATE = 8000
    const bytes = async (source) => (await fetch(source)).arrayBuffer()
    const loudness = (samples) => {
      const step = RATE / 20
      const parts = Array.from({ length: 38 }, (_, at) => samples.slice(at * step, (at + 1) * step))
      return parts.map((part) => Math.sqrt(part.reduce((sum, value) => sum + value * value, 0) / step))
    }
    const wave = (values) => {
      const canvas = row.appendChild(document.createElement('canvas'))
      ;[canvas.width, canvas.height] = SIDES
      const context = canvas.getContext('2d')
      for (const [at, value] of values.entries()) context.fillRect(at * 4, 60 - value * 100, 3, value * 200)
      return values
    }
    const decoded = await new OfflineAudioContext(1, 1, RATE).decodeAudioData(await bytes(stored))
    const samples = new Int16Array(await bytes(expected))
    const whole = Array.from(samples, (value) => value / 32768)
    return mean(wave(loudness(decoded.getChannelData(0))), wave(loudness(whole)))
  }
  const reference = await loaded(new Image(), 'load', expected)
  if (purpose === 'image') {
    const image = await loaded(new Image(), 'load', stored)
    const ratio = ({ naturalWidth, naturalHeight }) => naturalWidth / naturalHeight
    if (Math.abs(ratio(image) - ratio(reference)) > 0.01) throw new Error('its sides are others')
    return mean(pixels(image), pixels(reference))
  }
  const video = await loaded(document.createElement('video'), 'loadeddata', stored)
  const ratio = video.videoWidth / video.videoHeight
  if (Math.abs(ratio - reference.width / reference.height) > 0.01) throw new Error('its sides are others')
  const sought = new Promise((resolve) => video.addEventListener('seeked', resolve))
  video.currentTime = 1.001
  await sought
  return mean(pixels(video), pixels(reference))
}

const kernel = await startKernel()
const browser = await launch({
  executablePath: process.env.CHROMIUM_BIN ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-sync',
  ],
  defaultViewport: { width: 1440, height: 900 },
})
let [passed, failed] = [0, 0]
try {
  const token = await logIn(kernel, demo('theo'))
  const page = await browser.newPage()
  await page.setContent(
    '<style>body { columns: 4; font: 12px sans-serif } figure { margin: 4px; break-inside: avoid } canvas { margin-right: 4px }</style>',
  )
  for (const file of JSON.parse(await readFile(path.join(folder, 'manifest.json'), 'utf8'))) {
    const { name, purpose, state } = file
    try {
      const made = await upload(kernel.origin, token, file)
      if (made.state !== state) throw new Error(`${made.state}: ${made.reason ?? ''}`)
      let difference = 0
      if (state === 'ready') {
        const answer = await fetch(kernel.origin + made.url)
        const url = async (type, content) =>
          `data:${type};base64,${Buffer.from(await content).toString('base64')}`
        const [end, type] = purpose === 'audio' ? ['pcm', 'audio/pcm'] : ['png', 'image/png']
        const stored = await url(answer.headers.get('content-type'), answer.arrayBuffer())
        const expected = await url(type, readFile(path.join(folder, `${name}.${end}`)))
        difference = await page.evaluate(compare, { name, purpose, stored, expected })
        if (difference > MAX_DIFFERENCE[purpose]) throw new Error(`it differs by ${difference.toFixed(2)}`)
      }
      passed += 1
      say(`ok ${name}: ${state} ${made.reason ?? difference.toFixed(3)}`)
    } catch (error) {
      failed += 1
      say(`FAILED ${name}: ${error.message.split('\n')[0]}`)
    }
  }
  await mkdir(path.dirname(sheet), { recursive: true })
  await page.screenshot({ path: sheet, fullPage: true })
} finally {
  await browser.close()
  await kernel.stop()
}
say(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

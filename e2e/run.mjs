// Journeys of people through the running platform. `node e2e/run.mjs [part of a name]`.
// Prints one line for each and, last, `N passed, N failed`; pictures are in target/e2e.
import { mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { launch, newPerson, PICTURES } from './lib/browser.mjs'
import { startKernel } from './lib/kernel.mjs'

const JOURNEY_MS = 120_000
const say = (line) => process.stdout.write(`${line}\n`)

async function findJourneys(part) {
  const folder = path.join(import.meta.dirname, 'journeys')
  const found = []
  for (const file of (await readdir(folder)).filter((name) => name.endsWith('.mjs')).sort()) {
    found.push(...(await import(path.join(folder, file))).journeys)
  }
  return found.filter(({ name }) => name.includes(part))
}

/** In order; those that stand next to each other and may run beside others, two at a time: half of each is waiting. */
async function inTurn(journeys, run) {
  const left = [...journeys]
  const together = []
  const lane = async () => {
    while (together.length > 0) await run(together.shift())
  }
  while (left.length > 0) {
    do together.push(left.shift())
    while (together[0].beside && left[0]?.beside)
    await Promise.all([lane(), lane()])
  }
}

/** Runs one journey; the complaint, or nothing when all is well. */
async function travel(journey, kernel, browser) {
  const people = []
  const person = async (options) => {
    const one = await newPerson(browser, kernel, options)
    people.push(one)
    return one
  }
  let complaint
  try {
    await withDeadline(journey.run({ kernel, browser, person, say }))
    const troubles = [...people.flatMap((one) => one.troubles), ...kernelTroubles(kernel)]
    if (troubles.length > 0) complaint = troubles.join('\n')
  } catch (error) {
    complaint = [error.stack ?? error.message, ...people.flatMap((one) => one.troubles)].join('\n')
  }
  if (complaint) complaint += await pictures(journey.name, people)
  await Promise.all(people.map((one) => one.context.close().catch(() => undefined)))
  return complaint
}

/** What the kernel wrote: errors fail the journey that is first to see them, warnings are shown. */
function kernelTroubles(kernel) {
  const lines = kernel.complaints.splice(0)
  const errors = lines.filter((line) => /\bERROR\b|panicked/.test(line))
  for (const line of lines) if (!errors.includes(line)) say(`  kernel: ${line}`)
  return errors
}

async function pictures(name, people) {
  await mkdir(path.join(PICTURES, 'failed'), { recursive: true })
  const stem = name.replaceAll(/\W+/g, '-')
  const taken = await Promise.all(
    people.map(async ({ page }, index) => {
      const file = path.join(PICTURES, 'failed', `${stem}-${index + 1}.png`)
      return page.screenshot({ path: file, timeout: 5_000 }).then(
        () => `\npicture: ${path.relative(process.cwd(), file)}`,
        () => '',
      )
    }),
  )
  return taken.join('')
}

function withDeadline(work) {
  let timer
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not finished after ${JOURNEY_MS} ms`)), JOURNEY_MS)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

async function main(part) {
  const journeys = await findJourneys(part)
  if (journeys.length === 0) throw new Error(`No journey is called "${part}".`)
  await rm(path.join(PICTURES, 'failed'), { recursive: true, force: true })
  const [kernel, browser] = await Promise.all([startKernel(), launch()])
  let failed = 0
  try {
    await inTurn(journeys, async (journey) => {
      const start = Date.now()
      const complaint = await travel(journey, kernel, browser)
      const seconds = ((Date.now() - start) / 1_000).toFixed(1)
      say(
        complaint
          ? `FAILED ${journey.name} (${seconds} s)\n${complaint}`
          : `ok ${journey.name} (${seconds} s)`,
      )
      if (complaint) failed += 1
    })
  } finally {
    await browser.close()
    await kernel.stop()
  }
  return { passed: journeys.length - failed, failed }
}

// Something a journey no longer waited for: the journey failed already, or will.
process.on('unhandledRejection', (error) => say(`  left behind: ${error.message}`))
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130))

const { passed, failed } = await main(process.argv[2] ?? '')
say(`${passed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)

// The time of the largest contentful paint of the first screens, as a figure beside its target; nothing fails.
import type { Locator } from '@playwright/test'
import type { Person, PersonOptions } from '../lib/person'
import { expect, test } from '../lib/test'
import { type Speed, throttle } from '../lib/throttle'

const OBSERVE = `
  window.paint = { at: 0, what: '' }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      window.paint = { at: entry.startTime, what: entry.url || entry.element?.className || entry.element?.tagName }
    }
  }).observe({ type: 'largest-contentful-paint', buffered: true })
`

interface Line extends Speed {
  name: string
  aimMs?: number
}

const LINES: Line[] = [
  { name: 'this machine' },
  { name: '10 Mbit/s, 40 ms', aimMs: 1_000, mbits: 10, latencyMs: 40 },
  { name: '1.6 Mbit/s, 150 ms, CPU 4 × slower', aimMs: 2_500, mbits: 1.6, latencyMs: 150, cpuSlowdown: 4 },
]

interface Screen {
  name: string
  path: string
  /** Visible once React has rendered the page. */
  ready: (one: Person) => Locator
}

const SCREENS: Screen[] = [
  { name: 'home', path: '/', ready: (one) => one.region('worlds:home.carousel') },
  { name: 'world', path: '/orbit', ready: (one) => one.heading('worlds:world.aboutTitle') },
]

async function measure(
  person: (options: PersonOptions) => Promise<Person>,
  screen: Screen,
  line: Line,
): Promise<string> {
  const one = await person({ script: OBSERVE, motion: true })
  await throttle(one, line)
  await one.goto(screen.path)
  await expect(screen.ready(one)).toBeVisible({ timeout: 60_000 })
  await one.page.waitForLoadState('networkidle')
  const { at, what } = await one.page.evaluate(
    () => (window as unknown as { paint: { at: number; what: string } }).paint,
  )
  const aim = line.aimMs ? `aim ${line.aimMs} ms` : 'no aim'
  return `  LCP of ${screen.name} at ${line.name}: ${Math.round(at)} ms (${aim}; ${String(what).split('/').pop()})`
}

// Traces and other browsers would change the figure.
test.use({ trace: 'off' })

for (const screen of SCREENS) {
  test(`largest contentful paint: ${screen.name}`, async ({ person }) => {
    for (const line of LINES) process.stdout.write(`${await measure(person, screen, line)}\n`)
  })
}

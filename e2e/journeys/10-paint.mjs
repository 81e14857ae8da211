// When the largest thing on the home page is there. Told, not judged: this machine is busy with the rest.
import { shown } from '../lib/check.mjs'

const watch = `
  window.paint = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      window.paint = entry.startTime
      window.painted = entry.url || entry.element?.className || entry.element?.tagName
    }
  }).observe({ type: 'largest-contentful-paint', buffered: true })
`

async function measure(person, network) {
  const one = await person({ width: 1440, script: watch, motion: true })
  const { page, context } = one
  if (network) {
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', { offline: false, ...network })
    if (network.slowdown) await devtools.send('Emulation.setCPUThrottlingRate', { rate: network.slowdown })
  }
  page.setDefaultTimeout(30_000)
  await page.goto('/')
  await shown(page.locator('.w-card[aria-current=true]'))
  await page.waitForLoadState('networkidle')
  const [at, what] = await page.evaluate(() => [Math.round(window.paint), window.painted])
  return `${at} ms (${String(what).split('/').pop()})`
}

const bits = (mbits) => (mbits * 1_000_000) / 8

export const journeys = [
  {
    name: 'largest contentful paint',
    async run({ person, say }) {
      say(`  LCP on this machine: ${await measure(person)}`)
      const line = (mbits, latency) => ({
        latency,
        downloadThroughput: bits(mbits),
        uploadThroughput: bits(mbits),
      })
      say(`  LCP at 10 Mbit/s, 40 ms: ${await measure(person, line(10, 40))}`)
      const slow = { ...line(1.6, 150), slowdown: 4 }
      say(`  LCP at 1.6 Mbit/s, 150 ms, CPU 4 times slower: ${await measure(person, slow)}`)
    },
  },
]

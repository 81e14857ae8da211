// A smoke test in Firefox, driven over WebDriver BiDi: `node e2e/firefox.mjs`. It logs in, walks through the pages of the
// plugins and fails on a page without its heading, an error in the console, or styles of a plugin that reach outside of it
// (Firefox before 146 has no @scope). Prints one line for each page and, last, `N passed, N failed`.
import path from 'node:path'
import { launch } from 'puppeteer-core'
import { demo } from './lib/accounts.mjs'
import { startKernel } from './lib/kernel.mjs'

const PAGES = ['/', '/orbit', '/friends', '/gifts', '/inventory', '/wallet', '/charge', '/mail', '/profile']
const pictures = path.resolve(import.meta.dirname, '../target/e2e')
const say = (line) => process.stdout.write(`${line}\n`)

/** What the layout looks like: the same on every page, whatever plugins have loaded. */
const layoutStyles = (page) =>
  page.evaluate(() =>
    ['.sh-header', '.sh-rail', '.sh-footer', '.sh-account-button'].map((name) => {
      const style = getComputedStyle(document.querySelector(name))
      return [name, style.color, style.backgroundColor, style.fontSize, style.padding, style.display].join(
        ' ',
      )
    }),
  )

async function logIn(page, { email, password }) {
  await page.waitForSelector('#root:not([data-prerendered])')
  await page.click('.sh-header .wv-button.is-primary')
  await (await page.waitForSelector('input[name=email]')).type(email)
  await page.type('input[name=password]', password)
  await page.click('[role=dialog] button[type=submit]')
  await page.waitForSelector('.sh-account-button').catch(async (error) => {
    await page.screenshot({ path: path.join(pictures, 'firefox-log-in.png') })
    throw error
  })
}

/**
 * Waits until only the live stream is open. Firefox reports a download that ends because the page is left as an error of
 * its integrity.
 */
const loaded = (page) => page.waitForNetworkIdle({ idleTime: 1000, concurrency: 1, timeout: 60_000 })

const kernel = await startKernel()
const browser = await launch({
  browser: 'firefox',
  executablePath: process.env.FIREFOX_BIN ?? '/usr/bin/firefox-esr',
  headless: true,
  defaultViewport: null, // this Firefox cannot set it
  args: ['--width=1280', '--height=900'],
})
let [passed, failed] = [0, 0]
try {
  const page = await browser.newPage()
  const errors = []
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  page.on('pageerror', (error) => errors.push(String(error)))
  await page.goto(kernel.origin)
  await page.screenshot({ path: path.join(pictures, 'firefox-start.png') })
  await logIn(page, demo('theo'))
  await loaded(page)
  let layout
  for (const at of PAGES) {
    await page.goto(kernel.origin + at)
    const wrong = []
    await page.waitForSelector('main h1', { timeout: 20_000 }).catch(() => wrong.push('no heading'))
    await loaded(page)
    const down = await page.$$eval('.wv-page-error, [data-testid=plugin-down]', (found) => found.length)
    if (down > 0) wrong.push('an error screen')
    const styles = await layoutStyles(page).catch((error) => [String(error)])
    layout ??= styles
    wrong.push(...styles.filter((line, index) => line !== layout[index]))
    wrong.push(...errors.splice(0))
    await page.screenshot({ path: path.join(pictures, `firefox${at.replaceAll('/', '-')}.png`) })
    if (wrong.length === 0) passed += 1
    else failed += 1
    say(`${wrong.length === 0 ? 'ok  ' : 'WRONG'} ${at} ${wrong.join('; ')}`)
  }
} finally {
  await browser.close()
  await kernel.stop()
}
say(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

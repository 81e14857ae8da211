// Debian's Firefox, driven by Puppeteer over WebDriver BiDi: Playwright asks for a newer one. Elements are located by role and by
// the product's own text, as in `lib/screen.ts`.
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Browser, type ElementHandle, launch, type Page } from 'puppeteer-core'
import { type Language, type TextKey, translate, type Values } from '../lib/texts'

const PICTURES = path.resolve(import.meta.dirname, '../../target/e2e')
const WAIT_MS = 30_000

/** Puppeteer's selector of an element by its role and its accessible name. */
const byRole = (role: string, name: string) => `::-p-aria([name="${name}"][role="${role}"])`

/** In place of Puppeteer's own waiting, which compiles functions in the page: the page's content security policy refuses that. */
async function until<T>(look: () => Promise<T | undefined>, what: string): Promise<T> {
  const end = Date.now() + WAIT_MS
  while (Date.now() < end) {
    const found = await look()
    if (found !== undefined) return found
    await delay(100)
  }
  throw new Error(`not seen: ${what}`)
}

export class Firefox {
  readonly #browser: Browser
  readonly page: Page
  readonly origin: string
  language: Language = 'en'
  readonly #errors: string[] = []

  private constructor(browser: Browser, page: Page, origin: string) {
    this.#browser = browser
    this.page = page
    this.origin = origin
    page.setDefaultTimeout(WAIT_MS)
    page.on('console', (message) => message.type() === 'error' && this.#errors.push(message.text()))
    page.on('pageerror', (error) => this.#errors.push(String(error)))
  }

  static async start(origin: string): Promise<Firefox> {
    const browser = await launch({
      browser: 'firefox',
      executablePath: process.env.FIREFOX_BIN ?? '/usr/bin/firefox-esr',
      headless: true,
      defaultViewport: null, // this Firefox cannot set it
      args: ['--width=1280', '--height=900'],
      extraPrefsFirefox: { 'intl.accept_languages': 'en-US' },
    })
    return new Firefox(browser, await browser.newPage(), origin)
  }

  close = (): Promise<void> => this.#browser.close()

  /** The errors in the console since the last call. */
  takeErrors = (): string[] => this.#errors.splice(0)

  t(key: TextKey, values?: Values): string {
    return translate(this.language, key, values)
  }

  goto = (to: string) => this.page.goto(this.origin + to)

  /** Goes to a page as a link does. */
  visit = (to: string) =>
    this.page.evaluate((path) => {
      history.pushState({}, '', path)
      dispatchEvent(new PopStateEvent('popstate'))
    }, to)

  /** Waits for an element that is shown; others may match, in menus that are closed. */
  #shown(selector: string): Promise<ElementHandle> {
    return until(async () => {
      for (const found of await this.page.$$(selector)) if (await found.isVisible()) return found
      return undefined
    }, selector)
  }

  /** Waits for an element and clicks it; `within` is a selector of CSS. */
  async click(role: 'button' | 'link' | 'menuitem', name: string, within = 'body'): Promise<void> {
    await this.choose(`${within} ${byRole(role, name)}`)
  }

  /** Waits for what a selector finds and clicks it. */
  async choose(selector: string): Promise<void> {
    await (await this.#shown(selector)).click()
  }

  press = (key: TextKey, values?: Values): Promise<void> => this.click('button', this.t(key, values))

  pressInDialog = (key: TextKey): Promise<void> => this.click('button', this.t(key), '[role=dialog]')

  /** Waits until the element is shown. */
  async seesRole(role: string, key: TextKey, values?: Values): Promise<void> {
    await this.#shown(byRole(role, this.t(key, values)))
  }

  /** Waits until the text is shown. */
  async sees(text: string, within = 'body'): Promise<void> {
    await this.#shown(`${within} ::-p-text(${text})`)
  }

  /** Types into fields, in the place of what they hold. */
  async fill(values: Record<string, string>, within = 'body'): Promise<void> {
    for (const [name, value] of Object.entries(values)) {
      const field = await this.#shown(`${within} [name="${name}"]`)
      await field.evaluate((element) => (element as HTMLInputElement).select())
      await field.type(value)
    }
  }

  async isAt(pathname: string, page = this.page): Promise<void> {
    await until(
      async () => (await page.evaluate(() => location.pathname)) === pathname || undefined,
      `the page ${pathname}`,
    )
  }

  /** A payment by the sandbox in a tab of its own. */
  async approve(order: string): Promise<void> {
    const payment = await this.#browser.newPage()
    await payment.goto(`${this.origin}/sandbox/pay/${order}`)
    await payment.click('button[name=press][value=approve]')
    await this.isAt('/charge/complete', payment)
    await payment.close()
    await this.page.bringToFront()
  }

  /**
   * Waits until only the live stream is open. Firefox reports a download that ends because the page is left as an error of its
   * integrity.
   */
  loaded = (): Promise<void> =>
    this.page.waitForNetworkIdle({ idleTime: 1_000, concurrency: 1, timeout: 60_000 })

  async shoot(name: string): Promise<void> {
    await this.page.screenshot({ path: path.join(PICTURES, `firefox-${name}.png`) })
  }
}

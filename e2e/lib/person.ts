// A person with a browser, which records visible errors: console errors, missing files, server errors, violations of
// the content security policy.
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { type Account, oneLogin } from './accounts.mjs'
import type { Kernel } from './kernel.mjs'
import { Screen } from './screen'
import type { Language } from './texts'

const HEIGHTS = { 390: 844, 768: 1024, 1440: 900 }
/** The folder of screenshots. */
const PICTURES = path.resolve(import.meta.dirname, '../../target/e2e')
export const STORED = {
  token: 'witverse.accessToken',
  language: 'witverse.language',
  theme: 'witverse.theme',
}
/** The browser logs every response with an error status. Tests assert the status themselves. */
const REFUSED_CALL = 'Failed to load resource'

export interface PersonOptions {
  language?: Language
  theme?: 'light' | 'dark'
  width?: keyof typeof HEIGHTS
  /** A phone: touch events and the viewport meta tag. */
  touch?: boolean
  /** Keeps the animations. */
  motion?: boolean
  /** Runs before every page. */
  script?: string
  /** Uses the host name `localhost` instead of an IP address: browsers bind passkeys to host names. */
  named?: boolean
  /** Parts of the error messages that the test causes on purpose; these errors are not recorded. */
  expectedErrors?: string[]
  /** The address of the kernel; by default the kernel of the worker. */
  origin?: string
}

export class Person extends Screen {
  readonly context: BrowserContext
  readonly theme: 'light' | 'dark'
  readonly width: number
  readonly #pictures: boolean
  readonly #expectedErrors: string[]
  readonly #errors: string[] = []

  private constructor(page: Page, pictures: boolean, options: PersonOptions) {
    super(page, options.language ?? 'en')
    this.context = page.context()
    this.theme = options.theme ?? 'light'
    this.width = options.width ?? 1440
    this.#pictures = pictures
    this.#expectedErrors = options.expectedErrors ?? []
    this.context.on('page', (opened) => this.#watch(opened))
    this.#watch(page)
  }

  static async create(
    browser: Browser,
    kernel: Kernel,
    pictures: boolean,
    options: PersonOptions,
  ): Promise<Person> {
    const { language = 'en', theme = 'light', width = 1440, touch = false } = options
    const context = await browser.newContext({
      baseURL: options.origin ?? (options.named ? kernel.named : kernel.origin),
      locale: language === 'ko' ? 'ko-KR' : 'en-US',
      colorScheme: theme,
      reducedMotion: options.motion ? 'no-preference' : 'reduce',
      viewport: { width, height: HEIGHTS[width] },
      hasTouch: touch,
      isMobile: touch,
    })
    if (options.script) await context.addInitScript({ content: options.script })
    const page = await context.newPage()
    return new Person(page, pictures, options)
  }

  /** The errors in this person's browser. */
  get errors(): readonly string[] {
    return this.#errors
  }

  /** Another tab of the same browser. */
  async newTab(): Promise<Screen> {
    return new Screen(await this.context.newPage(), this.language)
  }

  /**
   * Logs in by an API call instead of the form and opens `/`. `chosen` is stored as this device's language, so that the
   * account's language does not replace it; with `null`, no language is stored.
   */
  async logIn(account: Account, chosen: Language | null = this.language): Promise<void> {
    await this.page.goto('/push-worker.js')
    const index = chosen && { ko: 'kr', en: 'en' }[chosen]
    const attempt = () =>
      this.page.evaluate(
        async ({ email, password, keys, index }) => {
          const body = { email, password, ip: '', blockname: '', access_at: new Date().toISOString() }
          const answer = await fetch('/api/user/login', {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(body),
          })
          if (!answer.ok) throw new Error(`login answered ${answer.status}`)
          if (index) localStorage.setItem(keys.language, index)
          localStorage.setItem(keys.token, (await answer.json()).payload.accessToken)
        },
        { email: account.email, password: account.password, keys: STORED, index },
      )
    await oneLogin(account.email, attempt)
    await this.page.goto('/')
  }

  stored(key: keyof typeof STORED): Promise<string | null> {
    return this.page.evaluate((name) => localStorage.getItem(name), STORED[key])
  }

  /** Writes `target/e2e/<name>-<width>-<language>-<theme>.png` if screenshots are enabled (`cargo xtask soak looks`). */
  async shoot(name: string, { fullPage = false } = {}): Promise<void> {
    if (!this.#pictures) return
    await mkdir(PICTURES, { recursive: true })
    await this.settled()
    await this.page.waitForFunction(
      () => document.fonts.status === 'loaded' && [...document.images].every((image) => image.complete),
    )
    const file = path.join(PICTURES, `${name}-${this.width}-${this.language}-${this.theme}.png`)
    await this.page.screenshot({ path: file, fullPage })
  }

  #watch(page: Page): void {
    page.on('console', (message) => {
      const text = message.text()
      // The browser fetches such a file a second time.
      const isTwice = message.type() === 'warning' && text.includes('integrity mismatch')
      const isLeaking = text.includes('Too many active WebGL contexts')
      const isError = message.type() === 'error' && !text.startsWith(REFUSED_CALL)
      if (isTwice || isLeaking || isError) this.#note(`console: ${text}`)
    })
    page.on('pageerror', (error) => this.#note(`error: ${error.message}`))
    page.on('response', (response) => {
      const url = response.url()
      const missing = response.status() >= 400 && /^http:\/\/[^/]+\/assets\//.test(url)
      if (response.status() >= 500 || missing) this.#note(`${response.status()} ${url}`)
    })
  }

  #note(error: string): void {
    if (!this.#expectedErrors.some((part) => error.includes(part))) this.#errors.push(error)
  }
}

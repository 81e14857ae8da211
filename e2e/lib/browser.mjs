// Chromium, and people with a browser of their own that notice what a person would: errors in the console,
// files that are missing, a server that fails, things that the content security policy refused.
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { chromium } from 'playwright-core'
import { oneLogin } from './accounts.mjs'
import { settled } from './check.mjs'
import { PASSWORD } from './kernel.mjs'
import { texts } from './texts.mjs'

const HEIGHTS = { 390: 844, 768: 1024, 1440: 900 }
export const PICTURES = path.resolve(import.meta.dirname, '../../target/e2e')
export const STORED = {
  token: 'witverse.accessToken',
  language: 'witverse.language',
  theme: 'witverse.theme',
}
/** The browser reports every refused call itself; whether it was to be refused, the journey says. */
const REFUSED_CALL = 'Failed to load resource'

export function launch() {
  const program = process.env.CHROMIUM_BIN ?? '/usr/bin/chromium'
  if (!existsSync(program)) {
    throw new Error(
      `There is no Chromium at ${program}: run \`cargo xtask setup\`, or name one in CHROMIUM_BIN.`,
    )
  }
  return chromium.launch({
    executablePath: program,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

/**
 * A person with a browser of their own. `expected` are parts of complaints that belong to the journey,
 * `motion` keeps the animations, `touch` is a phone's screen, `script` runs before every page, `named` goes to
 * `localhost`: browsers bind passkeys to names.
 */
export async function newPerson(browser, kernel, options = {}) {
  const { language = 'en', theme = 'light', width = 1440, expected = [], touch = false } = options
  const context = await browser.newContext({
    baseURL: options.named ? kernel.named : kernel.origin,
    locale: language === 'ko' ? 'ko-KR' : 'en-US',
    colorScheme: theme,
    reducedMotion: options.motion ? 'no-preference' : 'reduce',
    viewport: { width, height: HEIGHTS[width] },
    hasTouch: touch,
    isMobile: touch,
  })
  if (options.script) await context.addInitScript({ content: options.script })
  const troubles = []
  const note = (trouble) => {
    if (!expected.some((known) => trouble.includes(known))) troubles.push(trouble)
  }
  context.on('page', (page) => watch(page, note))
  const page = await context.newPage()
  const person = { context, page, troubles, language, theme, width, text: texts[language] }
  return Object.assign(person, {
    shoot: (name) => shoot(person, name),
    /** `language` chooses it on this device, so that the account's own is not taken over. */
    logIn: (account, chosen = language) => logIn(page, account, chosen),
    stored: (key) => page.evaluate((name) => localStorage.getItem(name), STORED[key]),
  })
}

function watch(page, note) {
  page.setDefaultTimeout(10_000)
  page.on('console', (message) => {
    const text = message.text()
    if (message.type() === 'error' && !text.startsWith(REFUSED_CALL)) note(`console: ${text}`)
  })
  page.on('pageerror', (error) => note(`error: ${error.message}`))
  page.on('response', (response) => {
    const url = response.url()
    const missing = response.status() >= 400 && /^http:\/\/[^/]+\/assets\//.test(url)
    if (response.status() >= 500 || missing) note(`${response.status()} ${url}`)
  })
}

/** Logs in without the form, which journeys of its own are about, and shows `/`. */
async function logIn(page, account, language) {
  await page.goto('/500')
  const attempt = () =>
    page.evaluate(
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
      {
        email: account.email,
        password: account.password ?? PASSWORD,
        keys: STORED,
        index: language && { ko: 'kr', en: 'en' }[language],
      },
    )
  await oneLogin(account.email, attempt)
  await page.goto('/')
}

/** A picture for people to look at: `target/e2e/<name>-<width>-<language>-<theme>.png`. */
async function shoot(person, name) {
  await mkdir(PICTURES, { recursive: true })
  await settled(person.page).catch(() => undefined)
  await person.page
    .waitForFunction(
      () => document.fonts.status === 'loaded' && [...document.images].every((one) => one.complete),
      {
        timeout: 3_000,
      },
    )
    .catch(() => undefined)
  const file = path.join(PICTURES, `${name}-${person.width}-${person.language}-${person.theme}.png`)
  await person.page.screenshot({ path: file })
  return file
}

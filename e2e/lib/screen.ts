// One page of a browser: every element is located by its role and by the product's own text in the person's language.
// No locator here or in a journey depends on the style sheet.
import { type Download, expect, type Locator, type Page, type Request } from '@playwright/test'
import { type Language, type TextKey, translate, translatePattern, type Values } from './texts'

type Role = Parameters<Page['getByRole']>[0]

export class Screen {
  readonly page: Page
  readonly language: Language

  constructor(page: Page, language: Language) {
    this.page = page
    this.language = language
  }

  t(key: TextKey, values?: Values): string {
    return translate(this.language, key, values)
  }

  /** The text as a pattern, where values that are not given match anything. */
  like(key: TextKey, values?: Values): RegExp {
    return translatePattern(this.language, key, values)
  }

  role(role: Role, key: TextKey, values?: Values, within: Page | Locator = this.page): Locator {
    return within.getByRole(role, { name: this.t(key, values), exact: true })
  }

  button(key: TextKey, values?: Values): Locator {
    return this.role('button', key, values)
  }

  link(key: TextKey, values?: Values): Locator {
    return this.role('link', key, values)
  }

  heading(key: TextKey, values?: Values): Locator {
    return this.role('heading', key, values)
  }

  /** A part of a page: a section with a heading, or a labelled one. */
  region(key: TextKey, values?: Values): Locator {
    return this.role('region', key, values)
  }

  /** The element with exactly this text, anywhere on the page. */
  text(key: TextKey, values?: Values): Locator {
    return this.page.getByText(this.t(key, values), { exact: true })
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog')
  }

  inDialog(key: TextKey, values?: Values): Locator {
    return this.role('button', key, values, this.dialog)
  }

  /** The header of every page, which contains the link to the home page. */
  get header(): Locator {
    return this.page
      .getByRole('banner')
      .filter({ has: this.page.getByRole('link', { name: this.t('shell:nav.home') }) })
  }

  get main(): Locator {
    return this.page.getByRole('main')
  }

  /** Shown to visitors only. */
  get logInButton(): Locator {
    return this.role('button', 'shell:signIn.open', undefined, this.header)
  }

  /** Shown to members only. While a dialog is open, the button is visible but hidden from the accessibility tree. */
  get accountButton(): Locator {
    return this.page.getByRole('button', {
      name: this.t('shell:account.open'),
      exact: true,
      includeHidden: true,
    })
  }

  /** The menu of the account button: a native popover, which has no role. */
  get accountMenu(): Locator {
    return this.page.locator('#account')
  }

  /** A form control by the name under which its value is sent, which is the same in both languages. */
  field(name: string, value?: string): Locator {
    return this.page.locator(value === undefined ? `[name="${name}"]` : `[name="${name}"][value="${value}"]`)
  }

  async fill(values: Record<string, string>): Promise<void> {
    for (const [name, value] of Object.entries(values)) await this.field(name).fill(value)
  }

  async expectFieldError(name: string, key: TextKey, values?: Values): Promise<void> {
    const field = this.field(name).first()
    await expect(field).toHaveAccessibleDescription(this.t(key, values))
    await expect(field).toHaveAttribute('aria-invalid', 'true')
  }

  async expectToast(key: TextKey, values?: Values): Promise<void> {
    await expect(this.status(this.t(key, values))).toBeVisible()
  }

  /** A message to the person: a success (`status`) or an error (`alert`). */
  status(text: string | RegExp): Locator {
    const message = this.page.getByRole('status').or(this.page.getByRole('alert'))
    return message.filter({ hasText: text })
  }

  async expectPath(path: string): Promise<void> {
    await expect(this.page).toHaveURL((url) => url.pathname + url.search === path)
  }

  async goto(path: string): Promise<void> {
    await this.page.goto(path)
  }

  /** Waits until no skeleton is shown. Skeletons have no role. */
  async expectLoaded(): Promise<void> {
    await expect(this.main.getByTestId('skeleton')).toHaveCount(0)
  }

  /** Closes the dialog by keyboard. */
  async escape(): Promise<void> {
    await expect(this.dialog).toBeVisible()
    await this.page.keyboard.press('Escape')
    await expect(this.dialog).toBeHidden()
  }

  async logOut(): Promise<void> {
    await this.accountButton.click()
    await this.role('button', 'shell:account.signOut', undefined, this.accountMenu).click()
    await expect(this.logInButton).toBeVisible()
  }

  async openLogIn(): Promise<void> {
    await this.logInButton.click()
    await expect(this.field('email')).toBeVisible()
  }

  /** Fills and submits the open log-in form. */
  async submitLogIn(email: string, password: string): Promise<void> {
    await this.fill({ email, password })
    await this.inDialog('shell:signIn.submit').click()
  }

  /** Clicks a button that is temporarily disabled after a wrong entry, and retries until the click has its effect. */
  async pressUntil(button: Locator, effect: (timeout: number) => Promise<void>): Promise<void> {
    await expect(async () => {
      await button.click({ timeout: 5_000 })
      await effect(2_000)
    }).toPass()
  }

  /** The file that a click downloads. */
  async download(click: Locator): Promise<Download> {
    const [download] = await Promise.all([this.page.waitForEvent('download'), click.click()])
    return download
  }

  /** Waits until all animations have ended. */
  async settled(): Promise<void> {
    await this.page.evaluate(() => Promise.allSettled(document.getAnimations().map((one) => one.finished)))
  }

  /** The page has no horizontal overflow. */
  async expectNoHorizontalOverflow(): Promise<void> {
    // Not `innerWidth`: on a touch screen it grows with what is too wide.
    const width = this.page.viewportSize()?.width ?? 0
    const overflow = async () =>
      (await this.page.evaluate(() => document.documentElement.scrollWidth)) - width
    await expect.poll(overflow, 'nothing is wider than the window').toBeLessThanOrEqual(0)
  }
}

/** The calls that a page or a whole browser makes to a path, from now on. */
export function recordCalls(
  target: { on(event: 'request', listener: (request: Request) => void): unknown },
  method: string,
  path: string,
): Request[] {
  const calls: Request[] = []
  target.on('request', (request) => {
    if (request.method() === method && new URL(request.url()).pathname === path) calls.push(request)
  })
  return calls
}

/** The bounding box of the first match; throws if it is not rendered. */
export async function boxOf(locator: Locator) {
  await expect(locator.first()).toBeVisible()
  const box = await locator.first().boundingBox()
  if (!box) throw new Error('the element is not rendered')
  return box
}

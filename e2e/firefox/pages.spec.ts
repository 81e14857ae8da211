// The pages of the plugins in Firefox: each has its heading, no error, and no styles that reach outside of its plugin (Firefox
// before 146 has no @scope).
import { demo } from '../lib/accounts.mjs'
import { expect, test } from '../lib/test'
import { Firefox } from './firefox'

const PAGES = ['/', '/orbit', '/friends', '/gifts', '/inventory', '/wallet', '/charge', '/mail', '/profile']

/** What the layout looks like: the same on every page, whatever plugins have loaded. */
const layoutStyles = ({ page }: Firefox) =>
  page.evaluate(() =>
    ['.sh-header', '.sh-rail', '.sh-footer', '.sh-account-button'].map((name) => {
      const style = getComputedStyle(document.querySelector(name) as Element)
      return [name, style.color, style.backgroundColor, style.fontSize, style.padding, style.display].join(
        ' ',
      )
    }),
  )

test('every page works in Firefox', async ({ kernel }) => {
  const firefox = await Firefox.start(kernel.origin)
  try {
    const { page } = firefox
    await firefox.goto('/')
    await page.waitForSelector('#root:not([data-prerendered])')
    await firefox.press('shell:signIn.open')
    const { email, password } = demo('theo')
    await firefox.fill({ email, password })
    await firefox.pressInDialog('shell:signIn.submit')
    await page.waitForSelector('.sh-account-button')
    await firefox.loaded()
    let layout: string[] | undefined
    for (const at of PAGES) {
      await test.step(at, async () => {
        await firefox.goto(at)
        await page.waitForSelector('main h1')
        await firefox.loaded()
        await firefox.shoot(at.replaceAll('/', '') || 'home')
        expect(await page.$$('.wv-page-error, [data-testid=plugin-down]'), `error screens at ${at}`).toEqual(
          [],
        )
        layout ??= await layoutStyles(firefox)
        expect(await layoutStyles(firefox), `the layout at ${at}`).toEqual(layout)
        expect(firefox.takeErrors(), `errors at ${at}`).toEqual([])
      })
    }
  } finally {
    await firefox.close()
  }
})

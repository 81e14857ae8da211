// Settings of browsers in which people use the platform too: a translated page, blocked storage, a wrong clock. Each is a script
// that runs before every page.
import { translatePage } from '../../sdk/web/src/testing/translate-page'

const CLOCK_OFF_MS = 10 * 60_000
/** Translators wait for a pause in the changes of a page. */
const TRANSLATES_AFTER_MS = 50

/** Each text is wrapped as by Chrome's translator, and again whenever the page changes. The words stay, so that tests find them. */
export const translated = `(() => {
  const translate = ${translatePage.toString()}
  let timer
  const again = () => {
    clearTimeout(timer)
    timer = setTimeout(() => translate(document.body, (text) => text), ${TRANSLATES_AFTER_MS})
  }
  addEventListener('load', () => {
    again()
    new MutationObserver(again).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
})()`

/** As with cookies and data of sites blocked in the settings of Chrome. */
const withoutStorage = `for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) {
  Object.defineProperty(window, name, { get() { throw new DOMException('Access is denied', 'SecurityError') } })
}`

const withWrongClock = `{
  const now = Date.now
  const RealDate = Date
  window.Date = class extends RealDate {
    constructor(...given) {
      if (given.length > 0) super(...given)
      else super(now() - ${CLOCK_OFF_MS})
    }
    static now() { return now() - ${CLOCK_OFF_MS} }
  }
}`

export const settings: { name: string; script?: string }[] = [
  { name: 'as it comes' },
  { name: 'the page translated', script: translated },
  { name: 'storage blocked', script: withoutStorage },
  { name: 'the clock ten minutes behind', script: withWrongClock },
]

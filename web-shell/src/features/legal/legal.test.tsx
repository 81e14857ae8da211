import { describe, expect, it } from 'vitest'
import { texts } from '../../locales/legal'
import { renderShell } from '../testing'
import { EDITIONS, type LegalName } from './document'
import { DOCUMENTS, LegalScreen } from './LegalScreen'

const NAMES = Object.keys(DOCUMENTS) as LegalName[]

describe.each(NAMES)('%s', (name) => {
  it('has the same sections, paragraphs and points in both languages', async () => {
    const [ko, en] = await Promise.all([DOCUMENTS[name].ko(), DOCUMENTS[name].en()])
    const shape = ({ document }: typeof ko) =>
      document.sections.map(({ id, body }) => [
        id,
        body.map((part) => (typeof part === 'string' ? 'text' : part.length)),
      ])
    expect(shape(ko)).toEqual(shape(en))
    const ids = en.document.sections.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('shows its contents, version and date', async () => {
    const page = await renderShell(<LegalScreen />, [texts], { path: `/${name}` })
    await page.settle()
    const { document: text } = await DOCUMENTS[name].en()
    expect(page.container.querySelector('h1')?.textContent).toBe(text.title)
    expect(page.shown()).toContain(`Version ${EDITIONS[name].version}`)
    expect(page.shown()).toContain(EDITIONS[name].date.replaceAll('-', '.'))
    for (const link of page.container.querySelectorAll('ol a')) {
      expect(page.container.querySelector(`section${link.getAttribute('href')}`)).not.toBeNull()
    }
    await page.unmount()
  })
})

it('contains the promises of the specification', async () => {
  const { document: terms } = await DOCUMENTS.terms.en()
  const all = JSON.stringify(terms)
  for (const promise of [
    'within 7 days of the payment',
    'within 3 months',
    '1 to 4 business days',
    '24 hours or more',
  ]) {
    expect(all).toContain(promise)
  }
})

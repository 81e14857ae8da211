import { expect, it } from 'vitest'
import { renderPage } from '../testing'
import { RichText } from './RichText'

const block = (...spans: object[]) => ({ type: 'paragraph', spans })

async function html(blocks: unknown[], imageUrl?: (file: string) => string | null) {
  const page = await renderPage(<RichText value={{ version: 1, blocks }} {...(imageUrl && { imageUrl })} />)
  const found = page.container.querySelector('.wv-rich')?.innerHTML ?? ''
  await page.unmount()
  return found
}

it('renders headings, marks, lists and line breaks', async () => {
  expect(
    await html([
      { type: 'heading', level: 2, spans: [{ text: 'Hi' }] },
      block({ text: 'a\nb', bold: true }, { text: 'c', italic: true }),
      { type: 'list', ordered: false, items: [[{ text: 'one' }]] },
    ]),
  ).toBe('<h2>Hi</h2><p><strong>a<br>b</strong><em>c</em></p><ul><li>one</li></ul>')
})

it('shows markup as text', async () => {
  expect(await html([block({ text: '<img src=x onerror=alert(1)>' })])).toBe(
    '<p>&lt;img src=x onerror=alert(1)&gt;</p>',
  )
})

it('opens other sites in a new tab without a referrer, and keeps paths in the app', async () => {
  const found = await html([block({ text: 'out', link: 'https://a.test' }, { text: 'in', link: '/orbit' })])
  expect(found).toContain('href="https://a.test/" target="_blank" rel="noopener noreferrer nofollow ugc"')
  expect(found).toContain('<a href="/orbit"')
})

it('drops a dangerous link, and shows a placeholder for a pending image', async () => {
  expect(await html([block({ text: 'x', link: 'javascript:alert(1)' })])).toBe('<p>x</p>')
  expect(await html([{ type: 'image', file: 'f', alt: 'A lamp' }])).toContain('being prepared')
  const shown = await html([{ type: 'image', file: 'f', alt: 'A lamp' }], (file) => `/files/${file}`)
  expect(shown).toContain('src="/files/f"')
  expect(shown).toContain('alt="A lamp"')
})

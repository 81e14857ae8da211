import { describe, expect, it } from 'vitest'
import { parseDocument, safeLink, textOfDocument } from './document'

describe('parseDocument', () => {
  it('keeps known blocks and spans', () => {
    const document = {
      version: 1,
      blocks: [
        { type: 'heading', level: 3, spans: [{ text: 'Opening night' }] },
        {
          type: 'paragraph',
          spans: [
            { text: 'Come ', bold: true },
            { text: 'early', link: 'https://a.test/' },
          ],
        },
        { type: 'list', ordered: true, items: [[{ text: 'one' }], [{ text: 'two', italic: true }]] },
        { type: 'image', file: 'f-1', alt: 'A lamp' },
      ],
    }
    expect(parseDocument(document)).toEqual(document)
    expect(textOfDocument(parseDocument(document))).toBe('Opening night\nCome early\none\ntwo\nA lamp')
  })

  it.each([
    null,
    'text',
    7,
    [],
    { blocks: 'x' },
    { blocks: [null, 3, { type: 'script' }, { type: 'list' }] },
  ])('drops the unknown: %j', (value) => expect(parseDocument(value)).toEqual({ version: 1, blocks: [] }))

  it('drops dangerous links and unknown marks, not their text', () => {
    const spans = [{ text: 'a', link: 'javascript:alert(1)', style: 'x' }, { text: '' }, { nothing: true }]
    expect(parseDocument({ blocks: [{ type: 'paragraph', spans }] }).blocks).toEqual([
      { type: 'paragraph', spans: [{ text: 'a' }] },
    ])
  })
})

describe('safeLink', () => {
  it.each([
    ['https://a.test/x', 'https://a.test/x'],
    ['  a.test/x ', 'https://a.test/x'],
    ['/orbit/post/1', '/orbit/post/1'],
    ['mailto:a@a.test', 'mailto:a@a.test'],
  ])('accepts %s', (typed, link) => expect(safeLink(typed)).toBe(link))

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    '//a.test',
    '/\\a.test',
    '/\t/a.test',
    'https://a.test/\nx',
    'hello',
    '',
  ])('refuses %s', (typed) => expect(safeLink(typed)).toBeNull())
})

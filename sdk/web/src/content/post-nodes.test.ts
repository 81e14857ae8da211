import { EditorState, TextSelection } from 'prosemirror-state'
import { describe, expect, it } from 'vitest'
import { EMPTY_DOCUMENT, type PostDocument } from './document'
import { insertImage, readSelection, setLink, toggleBlock, toggleBold } from './post-commands'
import { toDocument, toNode } from './post-nodes'

const POST: PostDocument = {
  version: 1,
  blocks: [
    { type: 'heading', level: 3, spans: [{ text: 'Opening' }] },
    {
      type: 'paragraph',
      spans: [{ text: 'Come\n' }, { text: 'early', bold: true }, { text: ' here', link: 'https://a.test/' }],
    },
    { type: 'image', file: 'f-1', alt: 'A lamp' },
    { type: 'list', ordered: true, items: [[{ text: 'one' }], [{ text: 'two', italic: true }]] },
  ],
}

it('keeps a document unchanged', () => expect(toDocument(toNode(POST))).toEqual(POST))

it('is empty without text and images', () => {
  expect(toDocument(toNode(EMPTY_DOCUMENT))).toBe(EMPTY_DOCUMENT)
  const spaces: PostDocument = { version: 1, blocks: [{ type: 'paragraph', spans: [{ text: '  ' }] }] }
  expect(toDocument(toNode(spaces))).toBe(EMPTY_DOCUMENT)
})

describe('the commands', () => {
  /** An editor with one paragraph of which a part is selected. */
  function open(text: string, from: number, to: number) {
    const doc = toNode({ version: 1, blocks: [{ type: 'paragraph', spans: [{ text }] }] })
    let state = EditorState.create({ doc, selection: TextSelection.create(doc, from + 1, to + 1) })
    return {
      run(command: ReturnType<typeof setLink>) {
        command(state, (transaction) => (state = state.apply(transaction)))
        return this
      },
      blocks: () => toDocument(state.doc).blocks,
      selected: () => readSelection(state),
    }
  }

  it('format the selected text', () => {
    const editor = open('one two', 4, 7).run(toggleBold)
    expect(editor.blocks()).toEqual([
      { type: 'paragraph', spans: [{ text: 'one ' }, { text: 'two', bold: true }] },
    ])
    expect(editor.selected().bold).toBe(true)
  })

  it('turn a paragraph into a heading, a list and back', () => {
    const editor = open('one', 1, 1).run(toggleBlock('heading'))
    expect(editor.blocks()[0]).toMatchObject({ type: 'heading', level: 2 })
    editor.run(toggleBlock('bullets'))
    expect(editor.blocks()[0]).toEqual({ type: 'list', ordered: false, items: [[{ text: 'one' }]] })
    editor.run(toggleBlock('numbers'))
    expect(editor.selected().block).toBe('numbers')
    editor.run(toggleBlock('numbers'))
    expect(editor.blocks()[0]).toEqual({ type: 'paragraph', spans: [{ text: 'one' }] })
  })

  it('set, change and remove a link', () => {
    const editor = open('one two', 4, 7).run(setLink('https://a.test/'))
    expect(editor.selected().link).toBe('https://a.test/')
    expect(editor.run(setLink(null)).blocks()).toEqual([{ type: 'paragraph', spans: [{ text: 'one two' }] }])
    expect(open('', 0, 0).run(setLink('https://a.test/')).blocks()).toEqual([
      { type: 'paragraph', spans: [{ text: 'https://a.test/', link: 'https://a.test/' }] },
    ])
  })

  it('insert an image after the block', () => {
    expect(open('one', 1, 1).run(insertImage('f-1', 'A lamp')).blocks()).toEqual([
      { type: 'paragraph', spans: [{ text: 'one' }] },
      { type: 'image', file: 'f-1', alt: 'A lamp' },
    ])
  })
})

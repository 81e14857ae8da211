// Converts between the document of a post and the editor's nodes.
import type { Mark, Node } from 'prosemirror-model'
import { type Block, EMPTY_DOCUMENT, type PostDocument, type TextSpan, textOfDocument } from './document'
import { marks, nodes, schema } from './post-schema'

export function toNode({ blocks }: PostDocument): Node {
  const content = blocks.map(nodeOf)
  // There is always a place to type, also after an image.
  if (!content.at(-1)?.isTextblock) content.push(nodes.paragraph.create())
  return nodes.doc.create(null, content)
}

function nodeOf(block: Block): Node {
  switch (block.type) {
    case 'image':
      return nodes.image.create({ file: block.file, alt: block.alt })
    case 'list':
      return (block.ordered ? nodes.ordered_list : nodes.bullet_list).create(
        null,
        block.items.map((spans) =>
          nodes.list_item.create(null, nodes.paragraph.create(null, inlineOf(spans))),
        ),
      )
    case 'heading':
      return nodes.heading.create({ level: block.level }, inlineOf(block.spans))
    case 'paragraph':
      return nodes.paragraph.create(null, inlineOf(block.spans))
  }
}

function inlineOf(spans: TextSpan[]): Node[] {
  return spans.flatMap((span) => {
    const own: Mark[] = []
    if (span.link) own.push(marks.link.create({ href: span.link }))
    if (span.bold) own.push(marks.bold.create())
    if (span.italic) own.push(marks.italic.create())
    return span.text
      .split('\n')
      .flatMap((line, index) => [
        ...(index > 0 ? [nodes.hard_break.create(null, null, own)] : []),
        ...(line ? [schema.text(line, own)] : []),
      ])
  })
}

/** The document; `EMPTY_DOCUMENT` if there is neither a text nor an image. */
export function toDocument(doc: Node): PostDocument {
  const document: PostDocument = { version: 1, blocks: doc.children.map(blockOf) }
  while (isBlank(document.blocks.at(-1))) document.blocks.pop()
  const empty =
    document.blocks.every(({ type }) => type !== 'image') && textOfDocument(document).trim() === ''
  return empty ? EMPTY_DOCUMENT : document
}

const isBlank = (block: Block | undefined): boolean => block?.type === 'paragraph' && block.spans.length === 0

function blockOf(node: Node): Block {
  switch (node.type) {
    case nodes.image:
      return { type: 'image', file: String(node.attrs.file), alt: String(node.attrs.alt) }
    case nodes.bullet_list:
    case nodes.ordered_list:
      return {
        type: 'list',
        ordered: node.type === nodes.ordered_list,
        items: node.children.map((item) => spansOf(item.firstChild ?? item)),
      }
    case nodes.heading:
      return { type: 'heading', level: node.attrs.level === 3 ? 3 : 2, spans: spansOf(node) }
    default:
      return { type: 'paragraph', spans: spansOf(node) }
  }
}

/** Neighbours with the same marks become one span. */
function spansOf(block: Node): TextSpan[] {
  const spans: TextSpan[] = []
  for (const node of block.children) {
    const span = spanOf(node)
    const last = spans.at(-1)
    const same = last && last.bold === span.bold && last.italic === span.italic && last.link === span.link
    if (same) last.text += span.text
    else spans.push(span)
  }
  return spans
}

function spanOf(node: Node): TextSpan {
  const link = marks.link.isInSet(node.marks)
  return {
    text: node.type === nodes.hard_break ? '\n' : (node.text ?? ''),
    ...(marks.bold.isInSet(node.marks) && { bold: true as const }),
    ...(marks.italic.isInSet(node.marks) && { italic: true as const }),
    ...(link && { link: String(link.attrs.href) }),
  }
}

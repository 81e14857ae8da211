// The document of a post: plain JSON that the server stores and every client can render. It holds no HTML. `parseDocument`
// accepts anything and keeps only what is known, so that the renderer needs no other check.

export interface TextSpan {
  text: string
  bold?: true
  italic?: true
  /** An `https`, `http` or `mailto` address, or a path on this site. */
  link?: string
}

export type Block =
  | { type: 'paragraph'; spans: TextSpan[] }
  | { type: 'heading'; level: 2 | 3; spans: TextSpan[] }
  | { type: 'list'; ordered: boolean; items: TextSpan[][] }
  /** `file` is the id of an uploaded file; its address is the page's concern. */
  | { type: 'image'; file: string; alt: string }

export interface PostDocument {
  version: 1
  blocks: Block[]
}

export const EMPTY_DOCUMENT: PostDocument = { version: 1, blocks: [] }

const MOST_BLOCKS = 2_000

export function parseDocument(value: unknown): PostDocument {
  const blocks = isRecord(value) && Array.isArray(value.blocks) ? value.blocks : []
  return { version: 1, blocks: blocks.slice(0, MOST_BLOCKS).flatMap((block) => parseBlock(block) ?? []) }
}

function parseBlock(value: unknown): Block | null {
  if (!isRecord(value)) return null
  switch (value.type) {
    case 'paragraph':
      return { type: 'paragraph', spans: parseSpans(value.spans) }
    case 'heading':
      return { type: 'heading', level: value.level === 3 ? 3 : 2, spans: parseSpans(value.spans) }
    case 'list': {
      const items = Array.isArray(value.items) ? value.items.map(parseSpans) : []
      return items.length > 0 ? { type: 'list', ordered: value.ordered === true, items } : null
    }
    case 'image':
      return typeof value.file === 'string'
        ? { type: 'image', file: value.file, alt: typeof value.alt === 'string' ? value.alt : '' }
        : null
    default:
      return null
  }
}

function parseSpans(value: unknown): TextSpan[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((span) => {
    if (!isRecord(span) || typeof span.text !== 'string' || span.text === '') return []
    const link = typeof span.link === 'string' ? safeLink(span.link) : null
    return [
      {
        text: span.text,
        ...(span.bold === true && { bold: true as const }),
        ...(span.italic === true && { italic: true as const }),
        ...(link && { link }),
      },
    ]
  })
}

const PROTOCOLS = ['https:', 'http:', 'mailto:']

/** The normalised address of a link; null if it must not be followed, such as `javascript:`. */
export function safeLink(typed: string): string | null {
  const text = typed.trim()
  // Browsers leave tabs and line breaks out: `/<tab>/host` would be another site.
  if (/\p{Cc}/u.test(text)) return null
  if (/^\/(?![/\\])/.test(text)) return text
  const address = parseUrl(/^[\w-]+(\.[\w-]+)+([/?#].*)?$/.test(text) ? `https://${text}` : text)
  return address && PROTOCOLS.includes(address.protocol) ? address.href : null
}

/** The text alone, for previews, search and lengths. Blocks are separated by line breaks. */
export function textOfDocument({ blocks }: PostDocument): string {
  const line = (spans: TextSpan[]) => spans.map(({ text }) => text).join('')
  return blocks
    .map((block) => {
      if (block.type === 'image') return block.alt
      return block.type === 'list' ? block.items.map(line).join('\n') : line(block.spans)
    })
    .join('\n')
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null
}

// Renders the document of a post as React elements. It never sets HTML.
import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import { usePartText } from '../text/usePartText'
import { classes } from '../ui/classes'
import { type Block, parseDocument, type TextSpan } from './document'
import { contentTexts } from './messages'
import { PostImage } from './PostImage'

interface RichTextProps {
  /** The stored document. Unknown parts are dropped. */
  value: unknown
  /** The address of an uploaded image; null while it is being prepared. */
  imageUrl?: (file: string) => string | null
  className?: string
}

export function RichText({ value, imageUrl = () => null, className }: RichTextProps) {
  const { blocks } = parseDocument(value)
  return (
    <div className={classes('wv-rich', className)}>
      {blocks.map((block, index) => (
        // Blocks have no identity; a document is rendered as a whole.
        <BlockView key={index} block={block} imageUrl={imageUrl} />
      ))}
    </div>
  )
}

function BlockView({ block, imageUrl }: { block: Block; imageUrl: (file: string) => string | null }) {
  if (block.type === 'image') return <PostImage url={imageUrl(block.file)} alt={block.alt} />
  if (block.type === 'list') {
    const List = block.ordered ? 'ol' : 'ul'
    return (
      <List>
        {block.items.map((spans, index) => (
          <li key={index}>
            <Spans spans={spans} />
          </li>
        ))}
      </List>
    )
  }
  const Tag = block.type === 'paragraph' ? 'p' : block.level === 2 ? 'h2' : 'h3'
  return (
    <Tag>
      <Spans spans={block.spans} />
    </Tag>
  )
}

function Spans({ spans }: { spans: TextSpan[] }) {
  return spans.map((span, index) => {
    const lines = span.text.split('\n')
    let content: ReactNode = lines.map((line, at) => (
      <Fragment key={at}>
        {at > 0 && <br />}
        {line}
      </Fragment>
    ))
    if (span.italic) content = <em>{content}</em>
    if (span.bold) content = <strong>{content}</strong>
    if (span.link) content = <SafeLink to={span.link}>{content}</SafeLink>
    return <Fragment key={index}>{content}</Fragment>
  })
}

/** Paths stay in the app; other sites open in a new tab and get neither referrer nor ranking. */
function SafeLink({ to, children }: { to: string; children: ReactNode }) {
  const t = usePartText(contentTexts)
  if (to.startsWith('/')) return <Link to={to}>{children}</Link>
  return (
    <a href={to} target="_blank" rel="noopener noreferrer nofollow ugc">
      {children}
      <span className="wv-visually-hidden"> ({t('newTab')})</span>
    </a>
  )
}

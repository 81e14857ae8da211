import { Avatar, Button, EmptyState, formatAgo, Skeleton, useLanguage, useText } from '@witverse/sdk'
import { Link } from '@witverse/sdk/router'
import type { MouseEvent } from 'react'
import type { Answer, Found } from './useSearch'

interface ResultsProps {
  text: string
  answers: Answer[]
  onOpen: (link: string) => void
}

export function Results({ text, answers, onOpen }: ResultsProps) {
  const t = useText('shell-search')
  const count = answers.reduce((sum, { items }) => sum + items.length, 0)
  const isPending = answers.some(({ state }) => state === 'pending')
  const isEmpty = answers.every(({ state, items }) => state === 'done' && items.length === 0)
  const status = isPending ? t('searching') : count === 0 ? '' : t('found', { count })
  return (
    <>
      <p className="sh-search-status" role="status">
        {status}
      </p>
      {isEmpty ? (
        <EmptyState title={t('none', { text })} text={t('noneHint')} />
      ) : (
        answers.map((answer) => <Group key={answer.source.path} answer={answer} onOpen={onOpen} />)
      )}
    </>
  )
}

/** The results of one source; nothing without results. */
function Group({ answer, onOpen }: { answer: Answer; onOpen: ResultsProps['onOpen'] }) {
  const t = useText('shell-search')
  const { language } = useLanguage()
  const { source, items, state, retry } = answer
  if (state === 'done' && items.length === 0) return null
  return (
    <section className="sh-search-group">
      <h3>{source.title[language]}</h3>
      {state === 'pending' && <Skeleton style={{ height: 52, borderRadius: 'var(--radius-control)' }} />}
      {state === 'failed' && (
        <p className="sh-search-failed">
          {t('failed')}
          <Button size="small" variant="quiet" onClick={retry}>
            {t('retry')}
          </Button>
        </p>
      )}
      <ul>
        {items.map((found) => (
          <li key={found.id}>
            <Result found={found} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Result({ found, onOpen }: { found: Found; onOpen: ResultsProps['onOpen'] }) {
  const { language } = useLanguage()
  const text = found.text[language]
  function open(event: MouseEvent) {
    // With a modifier key the browser opens the link in another tab.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onOpen(found.link)
  }
  return (
    <Link to={found.link} className="sh-search-result" onClick={open}>
      <Avatar name={found.title} image={found.image} size={36} />
      <span className="sh-search-lines">
        <span className="sh-search-title">{found.title}</span>
        {text && <span className="sh-search-text">{text}</span>}
      </span>
      {found.at && <time dateTime={found.at}>{formatAgo(found.at, language)}</time>}
    </Link>
  )
}

// One subject of a page: its heading, a line about it, what can be done, and the thing itself.
import { Button, Card, classes, describeError, Skeleton, useLanguage, useText } from '@witverse/sdk'
import { type ReactNode, useId } from 'react'

interface PanelProps {
  title: string
  text?: ReactNode
  aside?: ReactNode
  className?: string
  children: ReactNode
}

export function Panel({ title, text, aside, className, children }: PanelProps) {
  const id = useId()
  return (
    <Card className={classes('wl-panel', className)} aria-labelledby={id}>
      <header className="wl-panel-head">
        <div>
          <h2 id={id} className="wl-panel-title">
            {title}
          </h2>
          {text && <p className="wl-panel-text">{text}</p>}
        </div>
        {aside}
      </header>
      {children}
    </Card>
  )
}

export function RowSkeletons({ rows = 4 }: { rows?: number }) {
  const t = useText('wallet')
  return (
    <div className="wl-skeletons" role="status" aria-label={t('loading')}>
      {Array.from({ length: rows }, (_, index) => (
        <Skeleton key={index} style={{ height: 56 }} />
      ))}
    </div>
  )
}

/** Something inside of a panel could not be fetched. */
export function Trouble({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useText('wallet')
  const { language } = useLanguage()
  return (
    <div className="wl-trouble" role="alert">
      <p>{describeError(error, language)}</p>
      <Button look="secondary" size="small" onClick={onRetry}>
        {t('retry')}
      </Button>
    </div>
  )
}

/** Nothing here yet, inside of a panel. */
export function Nothing({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="wl-nothing">
      <p>{text}</p>
      {children}
    </div>
  )
}

interface MoreProps {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }
}

export function More({ list }: MoreProps) {
  const t = useText('wallet')
  if (!list.hasNextPage) return null
  return (
    <Button
      look="secondary"
      className="wl-more"
      pending={list.isFetchingNextPage}
      onClick={() => void list.fetchNextPage()}
    >
      {t('more')}
    </Button>
  )
}

// A placeholder shape while content loads.
import type { CSSProperties } from 'react'
import { useText } from '../host/context'
import { classes } from './classes'

export function Skeleton({ className, style }: { className?: string; style?: CSSProperties }) {
  return (
    <span
      className={classes('wv-skeleton', className)}
      style={style}
      aria-hidden="true"
      data-testid="skeleton"
    />
  )
}

interface PageSkeletonProps {
  /** The document title meanwhile. Without it the page around sets the title. */
  title?: string | undefined
  /** What is announced, if it is not only loading. */
  label?: string
}

/** Placeholders for a whole page, announced once. */
export function PageSkeleton({ title, label }: PageSkeletonProps) {
  const t = useText('kit')
  return (
    <div className="wv-page" role="status" aria-label={label ?? t('loading')}>
      {title !== undefined && <title>{`${title} · Witverse`}</title>}
      <Skeleton className="is-title" />
      <Skeleton className="is-line" />
      <Skeleton className="is-panel" />
    </div>
  )
}

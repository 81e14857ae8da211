// A placeholder shape while content loads.
import type { CSSProperties } from 'react'
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

/** Placeholders for a whole page, announced once. */
export function PageSkeleton({ label }: { label: string }) {
  return (
    <div className="wv-page" role="status" aria-label={label}>
      <Skeleton className="is-title" />
      <Skeleton className="is-line" />
      <Skeleton className="is-panel" />
    </div>
  )
}

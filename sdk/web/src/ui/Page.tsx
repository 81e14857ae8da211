// The frame of a screen: its document title and width.
import type { ReactNode } from 'react'
import { classes } from './classes'

interface PageProps {
  title: string
  /** `bleed` pages fill the whole width. */
  width?: 'regular' | 'narrow' | 'bleed'
  className?: string
  children: ReactNode
}

export function Page({ title, width = 'regular', className, children }: PageProps) {
  return (
    <div className={classes('wv-page', `is-${width}`, className)}>
      <title>{`${title} · Witverse`}</title>
      {children}
    </div>
  )
}

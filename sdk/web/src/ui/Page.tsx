// The frame of a screen: its document title and width.
import type { ReactNode } from 'react'
import { classes } from './classes'

interface PageProps {
  title: string
  /** `bleed` pages fill the whole width. */
  width?: 'regular' | 'reading' | 'narrow' | 'bleed'
  /** The parts are one below the other, with the gap between them and the width of texts and lists. */
  stack?: boolean
  className?: string
  children: ReactNode
}

export function Page({ title, width = 'regular', stack = false, className, children }: PageProps) {
  return (
    <div className={classes('wv-page', `is-${width}`, stack && 'is-stack', className)}>
      <title>{`${title} · Witverse`}</title>
      {children}
    </div>
  )
}

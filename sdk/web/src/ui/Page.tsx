// One screen: its title in the tab, its width, and the place where focus lands after navigating.
import type { ReactNode } from 'react'
import { classes } from './classes'

interface PageProps {
  title: string
  /** `bleed` pages draw to the edges themselves. */
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

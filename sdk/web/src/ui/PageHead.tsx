// The head of a page: its heading, a line about it and its actions; and the link to the page above it.
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { classes } from './classes'
import { Icon } from './Icon'

interface PageHeadProps {
  title: ReactNode
  /** A line below the heading. */
  text?: ReactNode
  className?: string
  /** At the end of the line: buttons or badges. */
  children?: ReactNode
}

export function PageHead({ title, text, className, children }: PageHeadProps) {
  return (
    <header className={classes('wv-head', className)}>
      <div>
        <h1>{title}</h1>
        {text && <p>{text}</p>}
      </div>
      {children}
    </header>
  )
}

export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link className="wv-back" to={to}>
      <Icon name="left" size={16} /> {children}
    </Link>
  )
}

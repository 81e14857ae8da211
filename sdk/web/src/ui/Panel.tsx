// A section of a page: heading, description, action and content.
import { type ReactNode, useId } from 'react'
import { Card } from './Card'
import { classes } from './classes'

interface PanelProps {
  title: string
  text?: ReactNode
  /** Shown next to the heading: a button or a badge. */
  action?: ReactNode
  className?: string
  headClassName?: string
  children?: ReactNode
}

export function Panel({ title, text, action, className, headClassName, children }: PanelProps) {
  const id = useId()
  return (
    <Card className={classes('wv-panel', className)} aria-labelledby={id}>
      <header className={classes('wv-panel-head', headClassName)}>
        <div>
          <h2 id={id} className="wv-panel-title">
            {title}
          </h2>
          {text && <p className="wv-panel-text">{text}</p>}
        </div>
        {action}
      </header>
      {children}
    </Card>
  )
}

type Tone = 'plain' | 'good' | 'bad' | 'accent'

/** A short label, such as a state. */
export function Badge({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={`wv-badge is-${tone}`}>{children}</span>
}

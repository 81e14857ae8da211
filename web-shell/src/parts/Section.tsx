// One subject of a page: its heading, a line about it, and what can be done.
import { classes } from '@witverse/sdk'
import { type ReactNode, useId } from 'react'

interface SectionProps {
  title: string
  text?: ReactNode
  /** Beside the heading. */
  aside?: ReactNode
  tone?: 'plain' | 'danger'
  className?: string
  children?: ReactNode
}

export function Section({ title, text, aside, tone = 'plain', className, children }: SectionProps) {
  const id = useId()
  return (
    <section
      className={classes('pt-section', tone === 'danger' && 'is-danger', className)}
      aria-labelledby={id}
    >
      <header className="pt-section-head">
        <div>
          <h2 id={id} className="pt-section-title">
            {title}
          </h2>
          {text && <p className="pt-section-text">{text}</p>}
        </div>
        {aside}
      </header>
      {children}
    </section>
  )
}

export function Badge({
  tone = 'plain',
  children,
}: {
  tone?: 'plain' | 'good' | 'bad' | 'accent'
  children: ReactNode
}) {
  return <span className={`pt-badge is-${tone}`}>{children}</span>
}

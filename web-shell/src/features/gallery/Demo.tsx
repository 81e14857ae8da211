// One example of a component in the gallery.
import { Card } from '@witverse/sdk'
import { type ReactNode, useId } from 'react'

interface DemoProps {
  title: string
  text?: string
  /** `row` puts small components next to each other. */
  layout?: 'stack' | 'row' | 'grid'
  children: ReactNode
}

export function Demo({ title, text, layout = 'stack', children }: DemoProps) {
  const id = useId()
  return (
    <Card className="gy-demo" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {text && <p>{text}</p>}
      <div className={`gy-demo-body is-${layout}`}>{children}</div>
    </Card>
  )
}

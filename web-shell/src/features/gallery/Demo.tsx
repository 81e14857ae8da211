// One example of a component in the gallery, with its source.
import { Card, CopyButton, useText } from '@witverse/sdk'
import { createContext, type ReactNode, useContext, useId } from 'react'
import { exampleIn } from './example'

interface DemoProps {
  title: string
  text?: string
  /** `row` puts small components next to each other. */
  layout?: 'stack' | 'row' | 'grid'
  children: ReactNode
}

/** The source of the page. */
export const PageSource = createContext('')

export function Demo({ title, text, layout = 'stack', children }: DemoProps) {
  const t = useText('shell-gallery')
  const id = useId()
  const code = exampleIn(useContext(PageSource), (key) => t(key as 'title') === title)
  return (
    <Card className="gy-demo" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {text && <p>{text}</p>}
      <div className={`gy-demo-body is-${layout}`}>{children}</div>
      {code && (
        <details className="gy-code">
          <summary>{t('code')}</summary>
          <CopyButton text={code} label={t('copy')} />
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long line is scrolled with the keyboard */}
          <pre tabIndex={0}>
            <code>{code}</code>
          </pre>
        </details>
      )}
    </Card>
  )
}

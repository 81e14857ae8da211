// A section of a settings page. The danger tone marks actions that cannot be undone.
import { classes, Panel } from '@witverse/sdk'
import type { ComponentProps } from 'react'

interface SectionProps extends Omit<ComponentProps<typeof Panel>, 'headClassName'> {
  tone?: 'plain' | 'danger'
}

export function Section({ tone = 'plain', className, ...others }: SectionProps) {
  return (
    <Panel
      {...others}
      className={classes('pt-section', tone === 'danger' && 'is-danger', className)}
      headClassName="pt-section-head"
    />
  )
}

// A list of names and values.
import type { ReactNode } from 'react'
import { classes } from './classes'

/** A fact is omitted if its value is null, undefined or false. */
export type Fact = readonly [name: string, value: ReactNode]

export function Facts({ facts, className }: { facts: readonly Fact[]; className?: string }) {
  return (
    <dl className={classes('wv-facts', className)}>
      {facts.map(
        ([name, value]) =>
          value !== null &&
          value !== undefined &&
          value !== false && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

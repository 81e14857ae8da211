import type { HTMLAttributes } from 'react'
import { classes } from './classes'

export function Card({ className, ...others }: HTMLAttributes<HTMLElement>) {
  return <section {...others} className={classes('wv-card', className)} />
}

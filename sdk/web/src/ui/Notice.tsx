// A box in a page that says how things stand, and what can be done about it.
import type { ReactNode } from 'react'
import { classes } from './classes'
import { Icon, type IconName } from './Icon'

interface NoticeProps {
  icon: IconName
  tone?: 'plain' | 'good' | 'bad'
  /** Read out at once: something is wrong that was not before. */
  alert?: boolean
  /** What can be done, beside the words. */
  aside?: ReactNode
  children: ReactNode
}

export function Notice({ icon, tone = 'plain', alert = false, aside, children }: NoticeProps) {
  return (
    <div className={classes('wv-notice', tone !== 'plain' && `is-${tone}`)} role={alert ? 'alert' : 'status'}>
      <Icon name={icon} />
      <div>{children}</div>
      {aside}
    </div>
  )
}

// A message box in a page, with an optional action.
import type { ReactNode } from 'react'
import { classes } from './classes'
import { Icon, type IconName } from './Icon'

interface NoticeProps {
  icon: IconName
  tone?: 'plain' | 'good' | 'bad'
  /** Announces the message immediately, for errors. */
  alert?: boolean
  /** The action next to the message. */
  action?: ReactNode
  children: ReactNode
}

export function Notice({ icon, tone = 'plain', alert = false, action, children }: NoticeProps) {
  return (
    <div className={classes('wv-notice', tone !== 'plain' && `is-${tone}`)} role={alert ? 'alert' : 'status'}>
      <Icon name={icon} />
      <div>{children}</div>
      {action}
    </div>
  )
}

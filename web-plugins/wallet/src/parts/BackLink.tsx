import { Icon } from '@witverse/sdk'
import { Link } from '@witverse/sdk/router'
import type { ReactNode } from 'react'

/** A link to the parent page. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link className="wl-back" to={to}>
      <Icon name="left" size={16} /> {children}
    </Link>
  )
}

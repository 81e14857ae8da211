// A line of a list: a picture, a name with notes, and actions.
import type { ReactNode } from 'react'
import { classes } from './classes'
import { Icon, type IconName } from './Icon'

interface RowProps {
  /** A picture or a `RowTile`. */
  picture?: ReactNode
  title: ReactNode
  /** States beside the title. */
  badge?: ReactNode
  /** Lines in small letters; empty ones are omitted. */
  notes?: readonly ReactNode[]
  /** With a ground of its own. */
  boxed?: boolean
  /** Amounts and buttons at the end. */
  children?: ReactNode
}

export function Row({ picture, title, badge, notes = [], boxed = false, children }: RowProps) {
  return (
    <div className={classes('wv-row', boxed && 'is-box')}>
      {picture}
      <div className="wv-row-text">
        <strong>
          {title}
          {badge && <> {badge}</>}
        </strong>
        {notes.map((note, at) => note && <small key={at}>{note}</small>)}
      </div>
      {children}
    </div>
  )
}

interface RowTileProps {
  icon: IconName
  tone?: 'accent' | 'bad' | 'plain'
}

/** An icon in the place of a picture. */
export function RowTile({ icon, tone = 'accent' }: RowTileProps) {
  return (
    <span className={`wv-row-tile is-${tone}`}>
      <Icon name={icon} />
    </span>
  )
}

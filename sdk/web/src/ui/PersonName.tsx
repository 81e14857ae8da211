// Somebody in a row: their picture, their name, and a line about them.
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Avatar } from './Avatar'

/** Somebody, as lists name them. */
export interface Person {
  userId: string
  nickname: string
  thumbnail: string | null
}

interface PersonNameProps {
  person: Person
  note?: ReactNode
  size?: number
  /** False where the row itself is what is pressed. */
  link?: boolean
}

export function PersonName({ person, note, size = 44, link = true }: PersonNameProps) {
  return (
    <span className="wv-person">
      <Avatar name={person.nickname} image={person.thumbnail} size={size} />
      <span className="wv-person-text">
        {link ? <Link to={`/user/${person.userId}`}>{person.nickname}</Link> : <b>{person.nickname}</b>}
        {note && <small>{note}</small>}
      </span>
    </span>
  )
}

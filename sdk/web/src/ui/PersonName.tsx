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

export function PersonName({ person, link = true, size = 44, note }: PersonNameProps) {
  const { userId, nickname, thumbnail } = person
  return (
    <PersonLine
      name={nickname}
      image={thumbnail}
      note={note}
      size={size}
      to={link ? `/user/${userId}` : undefined}
    />
  )
}

interface PersonLineProps {
  name: string
  image?: string | null | undefined
  note?: ReactNode
  size?: number
  to?: string | undefined
}

/** The same for whoever is not called by a nickname, or whose name leads elsewhere than to their page. */
export function PersonLine({ name, image, note, size = 36, to }: PersonLineProps) {
  return (
    <span className="wv-person">
      <Avatar name={name} image={image} size={size} />
      <span className="wv-person-text">
        {to ? <Link to={to}>{name}</Link> : <b>{name}</b>}
        {note && <small>{note}</small>}
      </span>
    </span>
  )
}

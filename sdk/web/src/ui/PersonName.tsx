// A person in a row: picture, name and an optional note.
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Avatar } from './Avatar'

/** A person, as lists name them. */
export interface Person {
  userId: string
  nickname: string
  thumbnail: string | null
}

interface PersonNameProps {
  person: Person
  note?: ReactNode
  size?: number
  /** False if the row itself is the control. */
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

/** A name is not translated, and its direction does not change that of the texts around it. */
const NAME = { translate: 'no', dir: 'auto' } as const

/** The same for a person without a nickname, or with another link target. */
export function PersonLine({ name, image, note, size = 36, to }: PersonLineProps) {
  return (
    <span className="wv-person">
      <Avatar name={name} image={image} size={size} />
      <span className="wv-person-text">
        {to ? (
          <Link to={to} {...NAME}>
            {name}
          </Link>
        ) : (
          <b {...NAME}>{name}</b>
        )}
        {note && <small>{note}</small>}
      </span>
    </span>
  )
}

import { Avatar } from '@witverse/sdk'
import { Link } from '@witverse/sdk/router'

interface PersonCellProps {
  name: string
  image?: string | null | undefined
  note?: string | null | undefined
  to?: string
}

/** Who a row is about. */
export function PersonCell({ name, image, note, to }: PersonCellProps) {
  return (
    <span className="pt-person">
      <Avatar name={name} image={image} size={36} />
      <span>
        {to ? (
          <Link className="sh-link" to={to}>
            {name}
          </Link>
        ) : (
          name
        )}
        {note && <small>{note}</small>}
      </span>
    </span>
  )
}

// Reports a person for something of theirs: a gift, a request, a mail, an item, a world.
import { useCaller, useModal, useText } from '../host/context'
import { IconButton } from './Button'
import { Icon } from './Icon'

interface ReportButtonProps {
  /** Whose it is. Nothing is shown for the caller's own things. */
  person: { userId: string; nickname: string }
  /** What is reported, as moderators see it: `gift`, `request`, … */
  kind: string
  id: string
}

export function ReportButton({ person, kind, id }: ReportButtonProps) {
  const t = useText('kit')
  const modal = useModal()
  const { status, user } = useCaller()
  const { userId, nickname: name } = person
  if (userId === user?.id) return null
  function open() {
    if (status === 'visitor') modal.open('sign-in')
    else modal.open('report', { userId, name, subject: { kind, id } })
  }
  return (
    <IconButton label={t('report', { name })} onClick={open}>
      <Icon name="flag" size={18} />
    </IconButton>
  )
}

// The menu of a post, comment or announcement, and the entries that posts and comments have in common.
import { Icon, IconButton, useCaller, useModal, useText } from '@witverse/sdk'
import { Menu, type MenuEntry } from '@witverse/sdk/controls'

/** False: the caller cannot do this. */
type Entry = MenuEntry | false
export type MenuEntries = Entry[]

interface MoreMenuProps {
  label: string
  entries: MenuEntries
  /** Of the icon, in pixels. */
  size?: number
}

export function MoreMenu({ label, entries, size = 20 }: MoreMenuProps) {
  return (
    <Menu
      label={label}
      align="end"
      trigger={
        <IconButton label={label} className="cm-more">
          <Icon name="more" size={size} />
        </IconButton>
      }
      entries={entries.filter((entry) => entry !== false)}
    />
  )
}

interface Content {
  kind: 'post' | 'comment'
  id: string
  author: { userId: string; nickname: string }
  isMine: boolean
  isHide: boolean
  canModerate: boolean
}

interface ContentActions {
  onShow: () => void
  onHide: () => void
  onDelete: () => void
}

/** Hiding or showing, reporting and deleting a post or comment. */
export function useContentEntries(
  { kind, id, author, isMine, isHide, canModerate }: Content,
  { onShow, onHide, onDelete }: ContentActions,
): Record<'visibility' | 'report' | 'remove', Entry> {
  const t = useText('community')
  const modal = useModal()
  const { user } = useCaller()

  function report() {
    if (!user) return modal.open('sign-in')
    modal.open('report', { userId: author.userId, name: author.nickname, subject: { kind, id } })
  }

  return {
    visibility:
      canModerate &&
      (isHide
        ? { id: 'show', text: t('menu.show'), icon: 'eye', onSelect: onShow }
        : { id: 'hide', text: t('menu.hide'), icon: 'hidden', onSelect: onHide }),
    report: !isMine && { id: 'report', text: t('menu.report'), icon: 'flag', onSelect: report },
    remove: (isMine || canModerate) && {
      id: 'delete',
      text: t('menu.delete'),
      icon: 'trash',
      tone: 'danger',
      onSelect: onDelete,
    },
  }
}

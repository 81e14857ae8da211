// The menu of a post: what its author, an administrator and a reader can do, with the dialogs that it opens.
import { Icon, IconButton, useAction, useCaller, useModal, useText } from '@witverse/sdk'
import { Menu, type MenuEntry } from '@witverse/sdk/controls'
import { useState } from 'react'
import { usePostActions } from '../api/actions'
import type { Post, PostPage } from '../api/types'
import { DeletePost, EditPost, HidePost, HistoryModal } from './PostDialogs'

interface PostMenuProps {
  post: Post | PostPage
  /** After the post was deleted. */
  onDeleted?: () => void
}

type Dialog = 'edit' | 'delete' | 'hide' | 'history'

export function PostMenu({ post, onDeleted }: PostMenuProps) {
  const t = useText('community')
  const modal = useModal()
  const { user } = useCaller()
  const { togglePin, setHidden, setMembersOnly, setMuted } = usePostActions()
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const { run } = useAction(async (work: () => Promise<void>) => work())
  const { author, isMine, canModerate } = post
  const close = () => setDialog(null)

  function report() {
    if (!user) return modal.open('sign-in')
    modal.open('report', {
      userId: author.userId,
      name: author.nickname,
      subject: { kind: 'post', id: post.feedId },
    })
  }

  const entries: (MenuEntry | false)[] = [
    isMine && { id: 'edit', text: t('menu.edit'), icon: 'edit', onSelect: () => setDialog('edit') },
    canModerate &&
      !post.isHide && {
        id: 'pin',
        text: t(post.isFixed ? 'menu.unpin' : 'menu.pin'),
        icon: 'star',
        onSelect: () => void run(() => togglePin(post)),
      },
    canModerate && {
      id: 'members',
      text: t(post.isMember ? 'menu.everybody' : 'menu.members'),
      icon: post.isMember ? 'globe' : 'lock',
      onSelect: () => void run(() => setMembersOnly(post, !post.isMember)),
    },
    canModerate &&
      (post.isHide
        ? {
            id: 'show',
            text: t('menu.show'),
            icon: 'eye',
            onSelect: () => void run(() => setHidden(post, false)),
          }
        : { id: 'hide', text: t('menu.hide'), icon: 'hidden', onSelect: () => setDialog('hide') }),
    post.editedAt !== null && {
      id: 'history',
      text: t('menu.history'),
      icon: 'clock',
      onSelect: () => setDialog('history'),
    },
    user !== null &&
      'isThreadMuted' in post && {
        id: 'mute',
        text: t(post.isThreadMuted ? 'menu.unmute' : 'menu.mute'),
        icon: post.isThreadMuted ? 'bell' : 'mute',
        onSelect: () => void run(() => setMuted(post.feedId, !post.isThreadMuted)),
      },
    !isMine && { id: 'report', text: t('menu.report'), icon: 'flag', onSelect: report },
    (isMine || canModerate) && {
      id: 'delete',
      text: t('menu.delete'),
      icon: 'trash',
      tone: 'danger',
      onSelect: () => setDialog('delete'),
    },
  ]
  const label = t('post.menu', { name: author.nickname })
  return (
    <>
      <Menu
        label={label}
        align="end"
        trigger={
          <IconButton label={label} className="cm-more">
            <Icon name="menu" size={18} />
          </IconButton>
        }
        entries={entries.filter((entry) => entry !== false)}
      />
      {dialog === 'edit' && <EditPost post={post} onClose={close} />}
      {dialog === 'hide' && <HidePost post={post} onClose={close} />}
      {dialog === 'history' && <HistoryModal id={post.feedId} onClose={close} />}
      {dialog === 'delete' && <DeletePost post={post} onClose={close} {...(onDeleted && { onDeleted })} />}
    </>
  )
}

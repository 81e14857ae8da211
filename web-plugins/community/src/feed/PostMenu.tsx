// The menu of a post: what its author, an administrator and a reader can do, with the dialogs that it opens.
import { useAction, useCaller, useText } from '@witverse/sdk'
import { useState } from 'react'
import { usePostActions } from '../api/actions'
import type { Post, PostPage } from '../api/types'
import { type MenuEntries, MoreMenu, useContentEntries } from './MoreMenu'
import { DeletePost, EditPost, HidePost, HistoryModal } from './PostDialogs'

interface PostMenuProps {
  post: Post | PostPage
  /** After the post was deleted. */
  onDeleted?: () => void
}

type Dialog = 'edit' | 'delete' | 'hide' | 'history'

export function PostMenu({ post, onDeleted }: PostMenuProps) {
  const t = useText('community')
  const { user } = useCaller()
  const { togglePin, setHidden, setMembersOnly, setMuted } = usePostActions()
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const { run } = useAction(async (work: () => Promise<void>) => work())
  const { author, isMine, canModerate } = post
  const close = () => setDialog(null)

  const { visibility, report, remove } = useContentEntries(
    { ...post, kind: 'post', id: post.feedId },
    {
      onShow: () => void run(() => setHidden(post, false)),
      onHide: () => setDialog('hide'),
      onDelete: () => setDialog('delete'),
    },
  )
  const entries: MenuEntries = [
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
    visibility,
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
    report,
    remove,
  ]
  return (
    <>
      <MoreMenu label={t('post.menu', { name: author.nickname })} entries={entries} />
      {dialog === 'edit' && <EditPost post={post} onClose={close} />}
      {dialog === 'hide' && <HidePost post={post} onClose={close} />}
      {dialog === 'history' && <HistoryModal id={post.feedId} onClose={close} />}
      {dialog === 'delete' && <DeletePost post={post} onClose={close} {...(onDeleted && { onDeleted })} />}
    </>
  )
}

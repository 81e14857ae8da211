// The announcements of a world, the pinned one first.
import {
  ButtonLink,
  Confirm,
  EmptyInline,
  ErrorMessage,
  formatDate,
  Icon,
  Panel,
  RowSkeletons,
  useAction,
  useLanguage,
  useText,
} from '@witverse/sdk'
import { useNavigate } from '@witverse/sdk/router'
import { useState } from 'react'
import { useAnnouncementActions, useAnnouncements } from '../api/announcements'
import type { Announcement, World } from '../api/types'
import { MoreMenu } from '../feed/MoreMenu'

export function AnnouncementList({ world }: { world: World }) {
  const t = useText('community')
  const { worldName, isOwner, isAdmin } = world
  const list = useAnnouncements(worldName)
  const canAnnounce = isOwner || isAdmin
  const { fixed, items = [] } = list.data ?? {}
  const shown = [
    ...(fixed ? [fixed] : []),
    ...items.filter(({ announcementId }) => announcementId !== fixed?.announcementId),
  ]
  return (
    <Panel
      title={t('announcements.title')}
      action={
        canAnnounce && (
          <ButtonLink size="small" variant="secondary" to={`/${worldName}/announcement/create`}>
            <Icon name="plus" size={16} /> {t('announcements.new')}
          </ButtonLink>
        )
      }
    >
      {list.status === 'pending' && <RowSkeletons rows={2} />}
      {list.status === 'error' && <ErrorMessage error={list.error} onRetry={() => void list.refetch()} />}
      {list.data && shown.length === 0 && (
        <EmptyInline text={t(canAnnounce ? 'announcements.noneAdmin' : 'announcements.none')} />
      )}
      <ul className="cm-announcements">
        {shown.map((announcement) => (
          <li key={announcement.announcementId}>
            <AnnouncementRow world={world} announcement={announcement} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function AnnouncementRow({ world, announcement }: { world: World; announcement: Announcement }) {
  const t = useText('community')
  const { language } = useLanguage()
  const { title, content, isFixed, createdAt } = announcement
  return (
    <details className="cm-announcement">
      <summary>
        <span className="cm-announcement-title">
          {isFixed && <Icon name="star" size={16} />}
          <b>{title[language]}</b>
        </span>
        <small>
          {isFixed && `${t('announcements.pinned')} · `}
          {formatDate(createdAt)}
        </small>
      </summary>
      <p>{content[language]}</p>
      {(world.isOwner || world.isAdmin) && <AnnouncementMenu world={world} announcement={announcement} />}
    </details>
  )
}

function AnnouncementMenu({ world, announcement }: { world: World; announcement: Announcement }) {
  const t = useText('community')
  const { language } = useLanguage()
  const navigate = useNavigate()
  const { remove, togglePin } = useAnnouncementActions(world.worldName)
  const { run } = useAction(togglePin)
  const [isDeleting, setDeleting] = useState(false)
  const { announcementId: id, isFixed, title } = announcement
  return (
    <>
      <MoreMenu
        label={t('announcements.menu', { title: title[language] })}
        entries={[
          {
            id: 'pin',
            text: t(isFixed ? 'menu.unpin' : 'menu.pin'),
            icon: 'star',
            onSelect: () => void run(id),
          },
          {
            id: 'edit',
            text: t('menu.edit'),
            icon: 'edit',
            onSelect: () => navigate(`/${world.worldName}/announcement/edit/${id}`),
          },
          {
            id: 'delete',
            text: t('menu.delete'),
            icon: 'trash',
            tone: 'danger',
            onSelect: () => setDeleting(true),
          },
        ]}
      />
      {isDeleting && (
        <Confirm
          tone="danger"
          title={t('announcements.deleteTitle')}
          text={t('announcements.deleteText')}
          action={t('delete.action')}
          onConfirm={() => remove(id)}
          onClose={() => setDeleting(false)}
        />
      )}
    </>
  )
}

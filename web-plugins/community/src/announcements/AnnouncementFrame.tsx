// The frame of the pages for announcements: for administrators of the world only.
import { ButtonLink, EmptyState, hueStyle, Icon, Page, PageError, PageSkeleton, useText } from '@witverse/sdk'
import { Link } from '@witverse/sdk/router'
import type { ReactNode } from 'react'
import { useWorld } from '../api/feed'

interface AnnouncementFrameProps {
  worldName: string
  title: string
  children: ReactNode
}

export function AnnouncementFrame({ worldName, title, children }: AnnouncementFrameProps) {
  const t = useText('community')
  const kit = useText('kit')
  const world = useWorld(worldName)
  if (world.status === 'pending') return <PageSkeleton label={kit('loading')} />
  if (world.status === 'error') return <PageError error={world.error} onRetry={() => void world.refetch()} />
  if (!world.data.isOwner && !world.data.isAdmin) {
    return (
      <Page title={title} className="wv-alone">
        <EmptyState
          level={1}
          title={t('announcements.adminsOnly')}
          text={t('announcements.adminsOnlyText', { world: worldName })}
          action={<ButtonLink to={`/${worldName}`}>{t('cannot.action')}</ButtonLink>}
        />
      </Page>
    )
  }
  return (
    <Page title={title} width="bleed">
      <div className="wv-hue cm-page" style={hueStyle(world.data.hue)}>
        <header className="cm-head">
          <Link to={`/${worldName}/post`}>
            <Icon name="left" size={18} /> {t('backToFeed')}
          </Link>
          <h1>{title}</h1>
        </header>
        <div className="cm-single">{children}</div>
      </div>
    </Page>
  )
}

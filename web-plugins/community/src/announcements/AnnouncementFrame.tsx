// The frame of the pages for announcements: for administrators of the world only.
import {
  ButtonLink,
  EmptyPage,
  hueStyle,
  Icon,
  Page,
  SendingScope,
  useText,
  WorldGate,
  type WorldView,
} from '@witverse/sdk'
import { Link } from '@witverse/sdk/router'
import type { ReactNode } from 'react'

interface AnnouncementFrameProps {
  title: string
  children: ReactNode
}

export function AnnouncementFrame({ title, children }: AnnouncementFrameProps) {
  const t = useText('community')
  const notManaged = ({ worldName }: WorldView) => (
    <EmptyPage
      title={t('announcements.adminsOnly')}
      text={t('announcements.adminsOnlyText', { world: worldName })}
      action={<ButtonLink to={`/${worldName}`}>{t('cannot.action')}</ButtonLink>}
    />
  )
  return (
    <WorldGate notManaged={notManaged}>
      {({ worldName, hue }) => (
        <Page title={title} width="bleed">
          <div className="wv-hue cm-page" style={hueStyle(hue)}>
            <header className="cm-head">
              <Link to={`/${worldName}/post`}>
                <Icon name="left" size={18} /> {t('backToFeed')}
              </Link>
              <h1>{title}</h1>
            </header>
            <div className="cm-single">
              <SendingScope>{children}</SendingScope>
            </div>
          </div>
        </Page>
      )}
    </WorldGate>
  )
}

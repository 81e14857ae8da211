// The frame of the pages for announcements: for administrators of the world only.
import {
  BackLink,
  ButtonLink,
  EmptyPage,
  hueStyle,
  Page,
  PageHead,
  SendingScope,
  useText,
  WorldGate,
  type WorldView,
} from '@witverse/sdk'
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
          <div className="wv-hue cm-frame" style={hueStyle(hue)}>
            <BackLink to={`/${worldName}/post`}>{t('backToFeed')}</BackLink>
            <PageHead title={title} />
            <div className="cm-single">
              <SendingScope>{children}</SendingScope>
            </div>
          </div>
        </Page>
      )}
    </WorldGate>
  )
}

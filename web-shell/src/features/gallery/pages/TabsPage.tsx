import { useText } from '@witverse/sdk'
import { Tabs } from '@witverse/sdk/controls'
import { Demo } from '../Demo'

const DAYS = 14

export function TabsPage() {
  const t = useText('shell-gallery')
  const content = (name: string) => <p className="gy-output">{t('tabs.content', { name })}</p>
  return (
    <>
      <Demo title={t('states.normal')}>
        <Tabs
          label={t('tabs.label')}
          tabs={[
            { id: 'members', text: t('tabs.members'), icon: 'people', content: content(t('tabs.members')) },
            {
              id: 'offers',
              text: t('tabs.offers'),
              icon: 'gift',
              count: 3,
              countText: t('tabs.offersText', { count: 3 }),
              content: content(t('tabs.offers')),
            },
            { id: 'history', text: t('tabs.history'), icon: 'clock', content: content(t('tabs.history')) },
            {
              id: 'settings',
              text: t('tabs.settings'),
              icon: 'lock',
              disabled: true,
              content: content(t('tabs.settings')),
            },
          ]}
        />
      </Demo>
      <Demo title={t('tabs.many')}>
        <Tabs
          label={t('tabs.many')}
          tabs={Array.from({ length: DAYS }, (_, index) => {
            const text = t('tabs.day', { day: index + 1 })
            return { id: String(index), text, content: content(text) }
          })}
        />
      </Demo>
    </>
  )
}

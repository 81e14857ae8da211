import { Button, Icon, IconButton, useText, useToast } from '@witverse/sdk'
import { Menu } from '@witverse/sdk/controls'
import { useState } from 'react'
import { Demo } from '../Demo'

export function MenuPage() {
  const t = useText('shell-gallery')
  const toast = useToast()
  const [order, setOrder] = useState('newest')
  const say = (name: string) => () => toast(t('menu.chosen', { name }))
  return (
    <>
      <Demo title={t('menu.open')} layout="row">
        <Menu
          label={t('menu.open')}
          trigger={<Button variant="secondary">{t('menu.open')}</Button>}
          entries={[
            { id: 'edit', text: t('common.edit'), icon: 'edit', onSelect: say(t('common.edit')) },
            { id: 'share', text: t('common.share'), icon: 'share', to: '/dev/ui/modal' },
            { id: 'pin', text: t('menu.pin'), icon: 'star', disabled: true, note: t('menu.pinNote') },
            'line',
            { id: 'report', text: t('menu.report'), icon: 'flag', onSelect: say(t('menu.report')) },
            {
              id: 'remove',
              text: t('common.remove'),
              icon: 'trash',
              tone: 'danger',
              onSelect: say(t('common.remove')),
            },
          ]}
        />
        <Menu
          label={t('menu.sort')}
          trigger={
            <IconButton label={t('menu.sort')}>
              <Icon name="menu" />
            </IconButton>
          }
          entries={[
            {
              id: 'order',
              heading: t('menu.order'),
              value: order,
              onValue: setOrder,
              options: (['newest', 'price', 'popular'] as const).map((id) => ({ id, text: t(`menu.${id}`) })),
            },
          ]}
        />
      </Demo>
      <Demo title={t('states.long')}>
        <Menu
          label={t('states.long')}
          trigger={<Button variant="secondary">{t('states.long')}</Button>}
          entries={Array.from({ length: 12 }, (_, index) => ({
            id: String(index),
            text: index === 1 ? t('common.longText') : t('tabs.day', { day: index + 1 }),
            onSelect: say(String(index + 1)),
          }))}
        />
      </Demo>
    </>
  )
}

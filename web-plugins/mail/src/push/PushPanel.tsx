// Settings of Web Push in this browser.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Badge, Button, Icon, Panel, useAction, useApi, useText, useToast } from '@witverse/sdk'
import { pushState, turnOff, turnOn } from './webpush'

const KEY = ['browser', 'push'] as const

export function PushPanel() {
  const t = useText('mail')
  const api = useApi()
  const toast = useToast()
  const queries = useQueryClient()
  const { data: state } = useQuery({ queryKey: KEY, queryFn: () => pushState(window), staleTime: 0 })
  const change = useAction(async (on: boolean) => {
    const next = await (on ? turnOn : turnOff)(window, api)
    queries.setQueryData(KEY, next)
    if (next === 'on') toast(t('push.turnedOn'), 'good')
    if (!on) toast(t('push.turnedOff'))
  })
  return (
    <Panel
      title={t('push.title')}
      text={t('push.text')}
      className="ml-push"
      {...(state === 'on' && { action: <Badge tone="good">{t('push.on')}</Badge> })}
    >
      {state === 'unsupported' && <p className="wv-note">{t('push.unsupported')}</p>}
      {state === 'denied' && <p className="wv-note">{t('push.denied')}</p>}
      {state === 'off' && (
        <Button pending={change.pending} onClick={() => void change.run(true)}>
          <Icon name="device" size={18} /> {t('push.turnOn')}
        </Button>
      )}
      {state === 'on' && (
        <Button variant="secondary" pending={change.pending} onClick={() => void change.run(false)}>
          {t('push.turnOff')}
        </Button>
      )}
    </Panel>
  )
}

// Messages of the plugins that a person has used: each can be turned off.
import { Panel, useAction, useLanguage, useText } from '@witverse/sdk'
import { useMutePlugin, usePluginSenders } from '../api/plugins'
import type { PluginSender } from '../api/types'
import { Switch } from '../parts/Switch'

export function PluginsPanel() {
  const t = useText('mail')
  const { data } = usePluginSenders()
  // Few people use such plugins, and a failed request must not hide the other settings.
  if (!data || data.items.length === 0) return null
  return (
    <Panel title={t('plugins.title')} text={t('plugins.text')}>
      <ul className="ml-plugins">
        {data.items.map((sender) => (
          <SenderRow key={`${sender.worldId}/${sender.plugin}`} sender={sender} />
        ))}
      </ul>
    </Panel>
  )
}

function SenderRow({ sender }: { sender: PluginSender }) {
  const t = useText('mail')
  const { language } = useLanguage()
  const mute = useMutePlugin()
  const { pending, run } = useAction((isOn: boolean) => mute(sender, !isOn))
  const { worldName, plugin, isMuted } = sender
  const name = sender.name[language]
  return (
    <li>
      <span>
        {name}
        <small>{t('plugins.from', { world: worldName, plugin })}</small>
      </span>
      <Switch
        label={t('plugins.switch', { name, world: worldName })}
        name={`plugin-${plugin}`}
        on={!isMuted}
        disabled={pending}
        onChange={(isOn) => void run(isOn)}
      />
    </li>
  )
}

// Below the message of a plugin: where it comes from, and a button that turns its messages off.
import { Button, useAction, useLanguage, useText, useToast } from '@witverse/sdk'
import { useMutePlugin } from '../api/plugins'
import type { PluginSender } from '../api/types'

export function SenderNote({ sender }: { sender: PluginSender }) {
  const t = useText('mail')
  const toast = useToast()
  const { language } = useLanguage()
  const mute = useMutePlugin()
  const name = sender.name[language]
  const { isMuted, worldName: world } = sender
  const { pending, run } = useAction(async () => {
    await mute(sender, !isMuted)
    toast(t(isMuted ? 'plugins.turnedOn' : 'plugins.turnedOff', { name }), 'good')
  })
  return (
    <footer className="ml-sender">
      <p>{t(isMuted ? 'plugins.off' : 'plugins.sent', { name, world })}</p>
      <Button variant="quiet" size="small" pending={pending} onClick={() => void run()}>
        {t(isMuted ? 'plugins.turnOn' : 'plugins.turnOff')}
      </Button>
    </footer>
  )
}

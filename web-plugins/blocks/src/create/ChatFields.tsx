// Who chats in a block, and how often.
import { Select, useText } from '@witverse/sdk'
import { CHATS, SLOW_MODES_S } from '../api/blocks'

interface ChatFieldsProps {
  chat: string
  slowModeSeconds: string
  onChat: (chat: string) => void
  onSlowMode: (seconds: string) => void
}

export function ChatFields({ chat, slowModeSeconds, onChat, onSlowMode }: ChatFieldsProps) {
  const t = useText('blocks')
  // A pause that was set over the API stays chosen.
  const pauses = [...new Set([...SLOW_MODES_S, Number(slowModeSeconds)])].sort((a, b) => a - b)
  return (
    <>
      <Select
        label={t('chatRules.who')}
        name="chat"
        value={chat}
        onValue={onChat}
        options={CHATS.map((value) => ({ value, text: t(`chatRules.${value}`) }))}
      />
      <Select
        label={t('chatRules.slowMode')}
        name="slowModeSeconds"
        value={slowModeSeconds}
        onValue={onSlowMode}
        hint={t('chatRules.slowModeHint')}
        options={pauses.map((seconds) => ({
          value: String(seconds),
          text: seconds === 0 ? t('chatRules.noSlowMode') : t('chatRules.seconds', { count: seconds }),
        }))}
      />
    </>
  )
}

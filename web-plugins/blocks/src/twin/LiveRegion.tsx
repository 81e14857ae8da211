// Speaks joins, departures, chat and emojis.
import { useText } from '@witverse/sdk'
import { useEffect, useRef, useState } from 'react'
import { EMOJIS } from '../hud/feelings'
import { browserClock } from '../room/ports'
import type { Session } from '../room/session'
import { Announcer } from './announcer'

export function LiveRegion({ session }: { session: Session }) {
  const t = useText('blocks')
  const [spoken, setSpoken] = useState('')
  const translate = useRef(t)
  useEffect(() => {
    translate.current = t
  })
  useEffect(() => {
    const more = (count: number) => translate.current('live.more', { count })
    const announcer = new Announcer(browserClock, setSpoken, more)
    let seen = session.presence.get().lines.at(-1)?.key ?? 0
    let felt = session.presence.get().feelings.at(-1)?.key ?? 0
    return session.presence.subscribe(() => {
      const { lines, feelings, members } = session.presence.get()
      for (const { key, slot, kind, id } of feelings) {
        const emoji = EMOJIS[id]
        if (key <= felt || kind !== 'emoji' || !emoji) continue
        felt = key
        const name = members.get(slot)?.name ?? ''
        announcer.push(
          translate.current('live.feels', { name, emoji: translate.current(`emoji.${emoji.name}`) }),
        )
      }
      for (const line of lines) {
        if (line.key <= seen) continue
        seen = line.key
        const name = line.author
        if (line.kind === 'chat') announcer.push(translate.current('live.said', { name, text: line.text }))
        else announcer.push(translate.current(line.kind === 'joined' ? 'chat.joined' : 'chat.left', { name }))
      }
    })
  }, [session])
  return (
    <p className="wv-visually-hidden" role="status" aria-live="polite">
      {spoken}
    </p>
  )
}

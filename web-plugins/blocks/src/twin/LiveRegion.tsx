// Speaks joins, departures and chat.
import { useText } from '@witverse/sdk'
import { useEffect, useRef, useState } from 'react'
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
    return session.presence.subscribe(() => {
      for (const line of session.presence.get().lines) {
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

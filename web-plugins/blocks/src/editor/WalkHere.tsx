// A walk through the scene that is being built, with the controller of rooms and without a connection. The editor stays
// open behind it, so that Escape leads back to the same view and selection.
import { Button, useText, useToast } from '@witverse/sdk'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Session } from '../room/session'
import { useEditor } from './context'
import { useEditorText } from './texts'
import { sceneToWalk } from './walk'

type RoomParts = typeof import('../pages/RoomPage')

interface Opened {
  View3d: RoomParts['View3d']
  session: Session
}

export function WalkHere({ onEnd }: { onEnd: () => void }) {
  const t = useText('blocks')
  const tEditor = useEditorText()
  const toast = useToast()
  const { store } = useEditor()
  const part = useRef<HTMLElement>(null)
  const [opened, setOpened] = useState<Opened | null>(null)
  const [isReady, setReady] = useState(false)
  const end = useEffectEvent(onEnd)
  const fail = useEffectEvent(() => {
    toast(tEditor('walk.lost'), 'plain')
    onEnd()
  })
  useEffect(() => {
    let isOver = false
    part.current?.focus()
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && end()
    window.addEventListener('keydown', onKey)
    // The parts of the room's page: their chunk is not split for the editor.
    import(/* webpackChunkName: "room" */ '../pages/RoomPage')
      .then(({ View3d, Session: Opening, browserPorts }) => {
        if (isOver) return
        const scene = sceneToWalk(store.document, store.centre)
        const ports = browserPorts()
        const session = new Opening({ scene, ports, getTicket: async () => '', isFinal: () => true })
        setOpened({ View3d, session })
      })
      .catch(() => !isOver && fail())
    return () => {
      isOver = true
      window.removeEventListener('keydown', onKey)
    }
  }, [store])
  return (
    <section ref={part} className="bl-walk" tabIndex={-1} aria-label={tEditor('walk.title')}>
      {opened && (
        <opened.View3d session={opened.session} losses={0} onReady={() => setReady(true)} onLost={fail} />
      )}
      {!isReady && (
        <p className="bl-drawing" role="status">
          {t('loading.drawing')}
        </p>
      )}
      <p className="bl-walk-hint">{tEditor('walk.hint')}</p>
      <Button className="bl-walk-end" size="small" onClick={onEnd}>
        {tEditor('walk.end')}
      </Button>
    </section>
  )
}

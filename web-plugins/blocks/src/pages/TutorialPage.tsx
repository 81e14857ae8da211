// `/block/tutorial`: a small room in the page itself in which one learns what one can do in a block. No account, no server.
import { Page, PageError, PageSkeleton, payload, useApi, useCaller, usePartText } from '@witverse/sdk'
import { useLocation, useNavigate } from '@witverse/sdk/router'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Session } from '../room/session'
import { Coach } from '../tutorial/Coach'
import { TutorialEnd } from '../tutorial/End'
import { LocalRoom } from '../tutorial/local-room'
import { saveProgress } from '../tutorial/progress'
import { DOCUMENT, DOOR, DOOR_HASH } from '../tutorial/scene'
import { tutorialTexts } from '../tutorial/texts'
import { useSteps } from '../tutorial/useSteps'
import '../styles/tutorial.css'

const HERE = '/block/tutorial'

export default function TutorialPage() {
  const t = usePartText(tutorialTexts)
  const { hash } = useLocation()
  const navigate = useNavigate()
  const isOver = hash === DOOR_HASH
  useEffect(() => {
    if (isOver) saveProgress('done')
  }, [isOver])
  if (isOver) {
    return (
      <Page title={t('title')} className="wv-alone">
        <TutorialEnd onAgain={() => void navigate(HERE)} />
      </Page>
    )
  }
  return (
    <Page title={t('title')} width="bleed">
      <div className="bl-frame">
        <Garden onEnd={() => void navigate(`${HERE}${DOOR_HASH}`, { replace: true })} />
      </div>
    </Page>
  )
}

type RoomParts = typeof import('./RoomPage')

interface Opened {
  Room: RoomParts['Room']
  hasWebGl: RoomParts['hasWebGl']
  session: Session
  room: LocalRoom
}

function Garden({ onEnd }: { onEnd: () => void }) {
  const t = usePartText(tutorialTexts)
  const { user } = useCaller()
  const [opened, setOpened] = useState<Opened | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [attempt, setAttempt] = useState(0)
  const ownLook = useOwnLook()
  const open = useEffectEvent(
    ({ Room, Session, parseScene, hasWebGl }: RoomParts, look: string | null): Opened => {
      const { scene } = parseScene(DOCUMENT, [DOOR])
      const room = new LocalRoom(scene, { name: user?.nickname ?? t('me'), look })
      const session = new Session({
        scene,
        guestName: t('guide'),
        ports: room.ports(),
        getTicket: async () => 'tutorial',
        isFinal: () => true,
      })
      session.connection.start()
      return { Room, hasWebGl, session, room }
    },
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads again
  useEffect(() => {
    let next: Opened | undefined
    let isGone = false
    Promise.all([import(/* webpackChunkName: "room" */ './RoomPage'), ownLook()])
      .then(([parts, look]) => {
        if (isGone) return
        next = open(parts, look)
        setOpened(next)
      })
      .catch((error: unknown) => isGone || setFailure(error))
    return () => {
      isGone = true
      next?.session.connection.leave()
    }
  }, [attempt])
  if (failure) {
    const retry = () => {
      setFailure(null)
      setAttempt(attempt + 1)
    }
    return <PageError title={t('title')} error={failure} onRetry={retry} />
  }
  if (!opened) return <PageSkeleton title={t('title')} />
  return <Lesson {...opened} onEnd={onEnd} />
}

/** Asks how the person appears. Without an answer they appear as anybody: the tutorial needs no server. */
function useOwnLook() {
  const api = useApi()
  const { user } = useCaller()
  return useEffectEvent(async (): Promise<string | null> => {
    if (!user) return null
    const params = { path: { id: user.id } }
    const asked = payload(api.GET('/api/v2/avatars/users/{id}', { params }))
    return asked.then(({ drawn }) => JSON.stringify(drawn)).catch(() => null)
  })
}

function Lesson({ Room, hasWebGl, session, room, onEnd }: Opened & { onEnd: () => void }) {
  const t = usePartText(tutorialTexts)
  const [has3d] = useState(hasWebGl)
  const { step, proceed } = useSteps(session)
  const [door] = useState(() => session.scene.links[0]?.target ?? null)
  const say = useEffectEvent((text: 'hello' | 'answer' | 'door') => room.say(t(`says.${text}`), t('guide')))
  const end = useEffectEvent(onEnd)
  const [link] = session.scene.links
  // The door is closed until the last step: going through it ends the tutorial.
  useEffect(() => {
    if (link) link.target = step === 'door' ? door : null
  }, [step, link, door])
  useEffect(() => {
    if (step === null) end()
    if (step === 'emoji') say('answer')
    if (step === 'door') say('door')
  }, [step])
  useEffect(() => {
    const id = setTimeout(() => say('hello'), 600)
    return () => clearTimeout(id)
  }, [])
  return (
    <Room
      {...{ session, has3d, blockId: 'tutorial', title: t('title'), worldName: '', game: null }}
      coach={(is3d) => step && <Coach step={step} is3d={is3d} onSkipStep={proceed} onSkip={onEnd} />}
    />
  )
}

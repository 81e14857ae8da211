// The link to the block behind a door within reach; the key E opens it too.
import { ButtonLink, Icon, useLanguage, useText } from '@witverse/sdk'
import { useNavigate } from '@witverse/sdk/router'
import { useEffect, useState } from 'react'
import { pathOf, type SceneLink } from '../room/scene'
import type { Session } from '../room/session'
import { isOccupied } from '../three/controls'
import { useTicker } from './useRoom'

const REACH_M = 1.8
const EVERY_MS = 200

/** The door within reach that leads somewhere. */
export function doorAt({ scene, body }: Pick<Session, 'scene' | 'body'>): SceneLink | null {
  const distance = ({ x, z }: SceneLink) => Math.hypot(x - body.x, z - body.z)
  const near = scene.links.filter((link) => link.target && distance(link) < REACH_M)
  return near.sort((a, b) => distance(a) - distance(b))[0] ?? null
}

export function DoorPrompt({ session }: { session: Session }) {
  const t = useText('blocks')
  const { language } = useLanguage()
  const navigate = useNavigate()
  const [door, setDoor] = useState<SceneLink | null>(null)
  useTicker(() => setDoor(doorAt(session)), EVERY_MS)
  const target = door?.target
  useEffect(() => {
    if (!target) return
    const enter = ({ code, repeat }: KeyboardEvent) => {
      if (code === 'KeyE' && !repeat && !isOccupied(document.activeElement, code))
        void navigate(pathOf(target))
    }
    window.addEventListener('keydown', enter)
    return () => window.removeEventListener('keydown', enter)
  }, [target, navigate])
  if (!target) return null
  return (
    <div className="bl-door" role="status">
      <ButtonLink size="small" to={pathOf(target)}>
        {t('room.through', { title: target.title[language] })} <Icon name="right" size={16} />
      </ButtonLink>
    </div>
  )
}

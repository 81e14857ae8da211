// The room as a page: a map, and lists of people, seats, things and doors with the way to each. For keyboards, screen
// readers, and devices without WebGL. It drives the same session as the 3D room.
import { Button, ButtonLink, classes, textOr, useLanguage, useText, useToast } from '@witverse/sdk'
import { type KeyboardEvent, type ReactNode, useEffect } from 'react'
import { PeoplePanel } from '../hud/PeoplePanel'
import { RoomMap } from '../hud/RoomMap'
import { useRefusalText } from '../hud/useRefusalText'
import { useMarks, usePresence } from '../hud/useRoom'
import { kindOf } from '../room/kinds'
import { pathOf } from '../room/scene'
import type { Session } from '../room/session'
import { TwinItems } from './TwinItems'

const STILL = { x: 0, z: 0, isRunning: false, isJumping: false }
const FRAME_MS = 33
const STRIDE_M = 1
const STRIDES: Record<string, [number, number]> = {
  ArrowUp: [0, -STRIDE_M],
  ArrowDown: [0, STRIDE_M],
  ArrowLeft: [-STRIDE_M, 0],
  ArrowRight: [STRIDE_M, 0],
}

interface TwinProps {
  session: Session
  blockId: string
  /** The panel of the game of the block. It stands before the lists, and never over the map. */
  game: ReactNode
}

export function Twin({ session, blockId, game }: TwinProps) {
  const t = useText('blocks')
  const { language } = useLanguage()
  const toast = useToast()
  const refusal = useRefusalText()
  const { members, self } = usePresence(session)
  const { scene } = session
  const marks = useMarks(session)
  const seat = self === null ? null : (members.get(self)?.seat ?? null)
  useEffect(() => {
    let before = performance.now()
    const id = setInterval(() => {
      const now = performance.now()
      session.advance(Math.min(250, now - before), STILL)
      before = now
    }, FRAME_MS)
    return () => clearInterval(id)
  }, [session])

  const noWay = () => toast(t('twin.noWay'), 'bad')
  const walk = (x: number, z: number) => session.walkTo({ x, z }) || noWay()
  async function sit(index: number) {
    const outcome = await session.sit(index)
    if (outcome && !outcome.ok) toast(refusal(outcome), 'bad')
  }
  function onKey(event: KeyboardEvent) {
    const stride = STRIDES[event.key]
    if (!stride) return
    event.preventDefault()
    session.walkTo({ x: session.body.x + stride[0], z: session.body.z + stride[1] })
  }
  const taken = new Set([...members.values()].map((member) => member.seat))
  const things = scene.objects.filter(({ kind, item }) => kindOf(kind).isNotable && !item)
  return (
    <div className="bl-twin">
      <div
        className="bl-twin-map"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys walk on the map
        tabIndex={0}
        role="application"
        aria-label={t('twin.mapKeys')}
        onKeyDown={onKey}
      >
        <RoomMap session={session} onPick={walk} />
      </div>
      <div className="bl-twin-lists">
        {game}
        <section>
          <h2>{t('people.count', { count: members.size })}</h2>
          <PeoplePanel session={session} blockId={blockId} onNoWay={noWay} />
        </section>
        <section>
          <h2>{t('twin.seats')}</h2>
          {seat !== null && (
            <Button size="small" onClick={() => void session.stand()}>
              {t('twin.stand')}
            </Button>
          )}
          <ul className="bl-list">
            {scene.seats.map((place, index) => (
              <li key={`${place.x} ${place.z}`}>
                <span className="bl-list-name">{t('twin.seat', { number: index + 1 })}</span>
                {seat === index ? (
                  <span className="bl-hint">{t('twin.here')}</span>
                ) : taken.has(index) ? (
                  <span className="bl-hint">{t('twin.taken')}</span>
                ) : (
                  <Button
                    size="small"
                    variant="quiet"
                    aria-label={t('twin.sitOn', { number: index + 1 })}
                    onClick={() => void sit(index)}
                  >
                    {t('twin.sit')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </section>
        {scene.links.length > 0 && (
          <section>
            <h2>{t('twin.doors')}</h2>
            <ul className="bl-list">
              {scene.links.map(({ id, target }) => (
                <li key={id}>
                  <span className="bl-list-name">
                    {target ? target.title[language] : t('twin.closedDoor')}
                  </span>
                  {target && (
                    <ButtonLink size="small" variant="quiet" to={pathOf(target)}>
                      {t('twin.enter')}
                    </ButtonLink>
                  )}
                </li>
              ))}
            </ul>
          </section>
        )}
        <TwinItems scene={scene} onWalk={walk} />
        <section>
          <h2>{t('twin.things')}</h2>
          <ul className="bl-list">
            {things.map((object) => {
              const name = object.model?.name ?? textOr(t, `kind.${object.kind}`, object.kind)
              return (
                <li key={object.id} className={classes(marks.includes(object.id) && 'is-marked')}>
                  <span className="bl-list-name">{name}</span>
                  {object.model?.credit && <span className="bl-hint">{object.model.credit}</span>}
                  {marks.includes(object.id) && <span className="bl-hint">{t('twin.marked')}</span>}
                  <Button
                    size="small"
                    variant="quiet"
                    aria-label={t('twin.walkToThing', { name })}
                    onClick={() => walk(object.x, object.z)}
                  >
                    {t('people.walk')}
                  </Button>
                </li>
              )
            })}
          </ul>
        </section>
      </div>
    </div>
  )
}

// What one can do with the items that stand in a room: look at one within reach (the key E does that too), and see its card.
// Loaded only for rooms that show items.
import { Button, ButtonLink, Icon, IconButton, Picture, useLanguage, usePartText } from '@witverse/sdk'
import { useEffect, useEffectEvent, useState } from 'react'
import { hasItem, type ItemObject } from '../room/item-pictures'
import type { Session } from '../room/session'
import { isOccupied } from '../three/controls'
import { doorAt } from './DoorPrompt'
import { itemTexts } from './item-texts'
import { useTicker } from './useRoom'
import '../styles/items.css'

const REACH_M = 2.4
/** A card closes by itself when its person goes away. */
const LEFT_M = 14
const EVERY_MS = 200

/** The nearest item within reach. */
export function itemAt({ scene, body }: Pick<Session, 'scene' | 'body'>): ItemObject | null {
  const distance = ({ x, z }: ItemObject) => Math.hypot(x - body.x, z - body.z)
  const near = scene.objects.filter(hasItem).filter((one) => distance(one) < REACH_M)
  return near.sort((a, b) => distance(a) - distance(b))[0] ?? null
}

interface ItemsProps {
  session: Session
  /** The id of the object whose card is open. */
  shown: string | null
  onShow: (id: string | null) => void
}

export default function Items({ session, shown, onShow }: ItemsProps) {
  const t = usePartText(itemTexts)
  const { language } = useLanguage()
  const [near, setNear] = useState<ItemObject | null>(null)
  const open = session.scene.objects.filter(hasItem).find(({ id }) => id === shown)
  useTicker(() => {
    setNear(doorAt(session) ? null : itemAt(session))
    const { x, z } = session.body
    if (open && Math.hypot(open.x - x, open.z - z) > LEFT_M) onShow(null)
  }, EVERY_MS)
  const press = useEffectEvent(({ code, repeat }: KeyboardEvent) => {
    if (repeat || isOccupied(document.activeElement, code)) return
    if (code === 'Escape' && shown) onShow(null)
    if (code === 'KeyE' && near) onShow(shown === near.id ? null : near.id)
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return (
    <div role="status">
      {near && near.id !== shown && (
        <div className="bl-door">
          <Button size="small" onClick={() => onShow(near.id)}>
            <Icon name="eye" size={16} /> {t('look', { name: near.item.name[language] })}
          </Button>
        </div>
      )}
      {open && <ItemCard object={open} onClose={() => onShow(null)} />}
    </div>
  )
}

function ItemCard({ object: { item }, onClose }: { object: ItemObject; onClose: () => void }) {
  const t = usePartText(itemTexts)
  const { language } = useLanguage()
  const name = item.name[language]
  return (
    <section className="bl-item-card" aria-label={name}>
      <Picture src={item.thumbnailUrl} width={72} height={72} />
      <div>
        <strong>{name}</strong>
        {item.owner && <small>{t('owner', { name: item.owner.nickname })}</small>}
        <ButtonLink size="small" variant="secondary" to={`/item/${item.itemId}`}>
          {t('page')}
        </ButtonLink>
      </div>
      <IconButton label={t('close')} onClick={onClose}>
        <Icon name="close" size={18} />
      </IconButton>
    </section>
  )
}

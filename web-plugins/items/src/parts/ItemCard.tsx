// An item as a card.
import {
  Badge,
  type GiftWizardData,
  Icon,
  IconButton,
  Picture,
  useHasPlugin,
  useLanguage,
  useModal,
  useText,
} from '@witverse/sdk'
import { Link } from '@witverse/sdk/router'
import type { ReactNode } from 'react'
import type { Item } from '../api/types'
import { LockNote } from './LockNote'

interface ItemCardProps {
  item: Item
  mine?: boolean
  /** Shown at the end of the card's last line. */
  action?: ReactNode
}

export function ItemCard({ item, mine, action }: ItemCardProps) {
  const t = useText('items')
  const { language } = useLanguage()
  const { itemId, name, type, thumbnailUrl, collection, edition, lock, used } = item
  return (
    <article className="wv-picture-card">
      <Link to={`/item/${itemId}`}>
        <span className="wv-card-picture">
          <Picture src={thumbnailUrl} width={320} height={320} />
          {edition !== null && <span className="wv-card-edition">#{edition}</span>}
        </span>
        <strong>{name[language]}</strong>
        <small>{collection.name[language]}</small>
      </Link>
      <p className="wv-card-foot">
        <Badge>{t(`types.${type}`)}</Badge>
        {used && <Badge tone="bad">{t('used')}</Badge>}
        {mine && !lock && !used && <GiveButton item={item} />}
        {action}
      </p>
      {mine && lock && <LockNote itemId={itemId} lock={lock} />}
    </article>
  )
}

/** Opens the gift wizard with this item. */
export function useGive() {
  const modal = useModal()
  const has = useHasPlugin('gifts')
  const give = (itemId: string) => {
    const preset: GiftWizardData = { itemId }
    modal.open('gift-wizard', preset)
  }
  return { has, give }
}

function GiveButton({ item: { itemId, name } }: { item: Item }) {
  const t = useText('items')
  const { language } = useLanguage()
  const { has, give } = useGive()
  if (!has) return null
  return (
    <IconButton
      className="it-give"
      label={t('giveThis', { item: name[language] })}
      onClick={() => give(itemId)}
    >
      <Icon name="gift" size={18} />
    </IconButton>
  )
}

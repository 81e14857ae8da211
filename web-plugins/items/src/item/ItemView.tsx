// One item: what it looks like, what it is, whose it is, and what can be done with it.
import {
  Badge,
  Button,
  formatDate,
  hueOf,
  hueStyle,
  Icon,
  PersonName,
  useCaller,
  useLanguage,
  useModal,
  useText,
} from '@witverse/sdk'
import type { ReactNode } from 'react'
import type { Item } from '../api/types'
import { useGive } from '../parts/ItemCard'
import { LockNote } from '../parts/LockNote'

export function ItemView({ item }: { item: Item }) {
  const t = useText('items')
  const { language } = useLanguage()
  const { user } = useCaller()
  const mine = item.owner !== null && item.owner.userId === user?.id
  const facts: [string, ReactNode][] = [
    ['collection', item.collection.name[language]],
    ['madeAt', formatDate(item.madeAt)],
    ...(item.edition === null ? [] : ([['edition', `#${item.edition}`]] as [string, string][])),
  ]
  return (
    <div className="it-view">
      <div className="it-picture wv-hue" style={hueStyle(hueOf(item.collection.collectionId))}>
        <img src={item.thumbnailUrl} alt={item.name[language]} width={640} height={640} />
      </div>
      <div className="it-about">
        <p className="it-tags">
          <Badge tone="accent">{t(`types.${item.type}`)}</Badge>
          {item.used && <Badge tone="bad">{t('used')}</Badge>}
        </p>
        <h1>{item.name[language]}</h1>
        <p className="it-description">{item.description[language]}</p>
        <div className="it-owner">
          {item.owner ? (
            <PersonName person={item.owner} note={t(mine ? 'yours' : 'owner')} />
          ) : (
            <p>{t('nobodys')}</p>
          )}
        </div>
        {mine && item.lock && <LockNote itemId={item.itemId} by={item.lock.by} />}
        <Actions item={item} mine={mine} />
        <dl className="it-facts">
          {facts.map(([key, value]) => (
            <div key={key}>
              <dt>{t(`facts.${key}`)}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </div>
  )
}

function Actions({ item, mine }: { item: Item; mine: boolean }) {
  const t = useText('items')
  const modal = useModal()
  const { language } = useLanguage()
  const { has, give } = useGive()
  const share = () =>
    modal.open('share', {
      title: item.name[language],
      description: item.description[language],
      imageUrl: item.thumbnailUrl,
      path: `/item/${item.itemId}`,
    })
  return (
    <div className="wv-actions">
      {mine && has && !item.lock && !item.used && (
        <Button onClick={() => give(item.itemId)}>
          <Icon name="gift" size={18} /> {t('give')}
        </Button>
      )}
      <Button look="secondary" onClick={share}>
        <Icon name="share" size={18} /> {t('share')}
      </Button>
    </div>
  )
}

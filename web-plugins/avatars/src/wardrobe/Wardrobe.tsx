// The caller's gear items, each worn or taken off with one click.
import {
  Badge,
  classes,
  EmptyInline,
  ListView,
  LoadMoreButton,
  Picture,
  RowSkeletons,
  useAction,
  useLanguage,
  useText,
  useToast,
} from '@witverse/sdk'
import { type Avatar, type GearItem, useGearItems, useWear } from '../api/avatars'

export function Wardrobe({ avatar }: { avatar: Avatar }) {
  const t = useText('avatars')
  const list = useGearItems()
  return (
    <section className="av-wardrobe" aria-labelledby="av-gear">
      <h2 id="av-gear">{t('gear.title')}</h2>
      <p>{t('gear.lead')}</p>
      <ListView
        list={{ ...list, items: list.items.filter(({ gear, used }) => gear && !used) }}
        className="av-gear"
        label={t('gear.title')}
        waiting={<RowSkeletons rows={2} height={120} />}
        // A page may contain only items that cannot be worn.
        empty={list.hasNextPage ? <LoadMoreButton list={list} /> : <EmptyInline text={t('gear.none')} />}
        keyOf={({ itemId }) => itemId}
      >
        {(item) => <GearButton item={item} avatar={avatar} />}
      </ListView>
    </section>
  )
}

function GearButton({ item, avatar }: { item: GearItem; avatar: Avatar }) {
  const t = useText('avatars')
  const { language } = useLanguage()
  const toast = useToast()
  const wear = useWear(avatar.userId)
  const name = item.name[language]
  const isWorn = avatar.gear.some(({ itemId }) => itemId === item.itemId)
  const isLocked = item.lock !== null && !isWorn
  const change = useAction(async () => {
    if (!item.gear) return
    await wear(item.gear.slot, isWorn ? null : item.itemId)
    toast(t(isWorn ? 'gear.said.off' : 'gear.said.worn', { name }))
  })
  return (
    <button
      type="button"
      className={classes('av-item', isWorn && 'is-worn')}
      disabled={isLocked || change.pending}
      onClick={() => void change.run()}
    >
      <Picture src={item.thumbnailUrl} width={96} height={96} />
      <b>{name}</b>
      <small>{item.gear && t(`gear.slots.${item.gear.slot}`)}</small>
      {isWorn && <Badge tone="accent">{t('gear.worn')}</Badge>}
      {isLocked ? <Badge>{t('gear.locked')}</Badge> : <em>{t(isWorn ? 'gear.takeOff' : 'gear.wear')}</em>}
    </button>
  )
}

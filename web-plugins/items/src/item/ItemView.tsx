// The details of an item: picture, description, owner and actions.
import {
  Badge,
  Button,
  ButtonLink,
  type Fact,
  Facts,
  formatDate,
  hueOf,
  hueStyle,
  Icon,
  PersonName,
  Picture,
  PluginSlot,
  ReportButton,
  useCaller,
  useHasPlugin,
  useLanguage,
  useModal,
  useText,
} from '@witverse/sdk'
import { Link } from '@witverse/sdk/router'
import type { Item } from '../api/types'
import { useGive } from '../parts/ItemCard'
import { LockNote } from '../parts/LockNote'
import { Media, Turntable } from './Media'
import { PictureButton } from './PictureButton'
import { UseButton } from './UseButton'

export function ItemView({ item }: { item: Item }) {
  const t = useText('items')
  const { language } = useLanguage()
  const { user } = useCaller()
  const mine = item.owner !== null && item.owner.userId === user?.id
  const facts: Fact[] = [
    [
      t('facts.collection'),
      <Link key="collection" to={`/collection/${item.collection.collectionId}`}>
        {item.collection.name[language]}
      </Link>,
    ],
    [t('facts.madeAt'), formatDate(item.madeAt)],
    [t('facts.edition'), item.edition !== null && `#${item.edition}`],
  ]
  return (
    <div className="it-view">
      <div className="it-shown">
        <div className="it-picture wv-hue" style={hueStyle(hueOf(item.collection.collectionId))}>
          <Picture src={item.thumbnailUrl} alt={item.name[language]} width={640} height={640} eager />
        </div>
        <Turntable item={item} name={item.name[language]} />
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
        <Media item={item} name={item.name[language]} />
        {mine && item.lock && <LockNote itemId={item.itemId} lock={item.lock} />}
        {mine && item.lock?.by === 'placed' && <PluginSlot at="item.place" data={{ itemId: item.itemId }} />}
        <Actions item={item} mine={mine} />
        <Facts className="it-facts" facts={facts} />
      </div>
    </div>
  )
}

function Actions({ item, mine }: { item: Item; mine: boolean }) {
  const t = useText('items')
  const modal = useModal()
  const { language } = useLanguage()
  const hasAvatars = useHasPlugin('avatars')
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
      {mine && item.type === 'consumable' && !item.lock && !item.used && <UseButton item={item} />}
      {mine && item.type === 'pfp' && <PictureButton item={item} />}
      {mine && item.gear && hasAvatars && (
        <ButtonLink variant="secondary" to="/custom">
          <Icon name="person" size={18} /> {t('wear')}
        </ButtonLink>
      )}
      <Button variant="secondary" onClick={share}>
        <Icon name="share" size={18} /> {t('share')}
      </Button>
      {item.owner && <ReportButton person={item.owner} kind="item" id={item.itemId} />}
    </div>
  )
}

// The items that stand in the room, with their owners, their pages and the way to each.
import { Button, ButtonLink, useLanguage, usePartText, useText } from '@witverse/sdk'
import { itemTexts } from '../hud/item-texts'
import { hasItem } from '../room/item-pictures'
import type { Scene } from '../room/scene'

export function TwinItems({ scene, onWalk }: { scene: Scene; onWalk: (x: number, z: number) => void }) {
  const t = useText('blocks')
  const text = usePartText(itemTexts)
  const { language } = useLanguage()
  const objects = scene.objects.filter(hasItem)
  if (objects.length === 0) return null
  return (
    <section>
      <h2>{text('title')}</h2>
      <ul className="bl-list">
        {objects.map(({ id, x, z, item }) => {
          const name = item.name[language]
          return (
            <li key={id}>
              <span className="bl-list-name is-item">
                {name}
                {item.owner && <small>{text('owner', { name: item.owner.nickname })}</small>}
              </span>
              <ButtonLink
                size="small"
                variant="quiet"
                aria-label={text('seePage', { name })}
                to={`/item/${item.itemId}`}
              >
                {text('page')}
              </ButtonLink>
              <Button
                size="small"
                variant="quiet"
                aria-label={t('twin.walkToThing', { name })}
                onClick={() => onWalk(x, z)}
              >
                {t('people.walk')}
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

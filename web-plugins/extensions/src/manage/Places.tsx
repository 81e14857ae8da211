// Where a plugin appears besides its own pages.
import { useText } from '@witverse/sdk'

const PLACES = [
  'block.renderer',
  'world.dashboard.tab',
  'profile.tab',
  'header.action',
  'event.form',
  'event.page',
] as const
const KEYS = {
  'block.renderer': 'places.game',
  'world.dashboard.tab': 'places.dashboard',
  'profile.tab': 'places.profile',
  'header.action': 'places.header',
  'event.form': 'places.eventForm',
  'event.page': 'places.eventPage',
} as const

/** The key of the text of a place; none of a place that this page does not know. */
export function placeKey(at: string) {
  const known = PLACES.find((place) => place === at)
  return known && KEYS[known]
}

export function Places({ slots, hasPages }: { slots: string[]; hasPages: boolean }) {
  const t = useText('extensions')
  const places = PLACES.filter((place) => slots.includes(place))
  if (places.length === 0 && !hasPages) return null
  return (
    <section>
      <h4 className="ex-heading">{t('places.title')}</h4>
      <ul className="ex-lines">
        {hasPages && <li>{t('places.page')}</li>}
        {places.map((place) => (
          <li key={place}>{t(KEYS[place])}</li>
        ))}
      </ul>
    </section>
  )
}

// On the page of a world: its plugins with pages.
import { Icon, type SlotProps, useLanguage, useText, type WorldSlotData } from '@witverse/sdk'
import { Link } from '@witverse/sdk/router'
import { useExtensions } from '../api/installs'

export default function WorldSection({ data }: SlotProps) {
  const world = data as WorldSlotData
  // Of a private world, other people see the name only.
  const isOpen = world.isPublic || world.isMember || world.isOwner || world.isAdmin
  return isOpen ? <Section worldName={world.worldName} /> : null
}

function Section({ worldName }: { worldName: string }) {
  const t = useText('extensions')
  const { language } = useLanguage()
  const all = useExtensions(worldName).data?.items ?? []
  // Those without pages of their own appear where they are used: in blocks, events, the header.
  const plugins = all.filter(({ isTrial, pages }) => !isTrial && pages.length > 0)
  if (plugins.length === 0) return null
  return (
    <section className="ex-section" aria-labelledby="extensions-here">
      <h2 id="extensions-here">{t('section.title')}</h2>
      <ul>
        {plugins.map(({ id, plugin, name }) => (
          <li key={id}>
            <Link className="wv-row is-box" to={`/${worldName}/x/${plugin}`}>
              <Icon name="star" size={22} />
              <span className="wv-row-text">
                <strong>{name[language]}</strong>
                <small>{plugin}</small>
              </span>
              <Icon name="right" size={18} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

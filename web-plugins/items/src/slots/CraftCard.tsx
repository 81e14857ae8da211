// A card of `/crafting`, and of the same choice in a world (its data is the world then): making items.
import { ButtonLink, type SlotProps, useText, type WorldSlotData } from '@witverse/sdk'
import { craftingPath } from '../craft/path'

export default function CraftCard({ data }: SlotProps) {
  const t = useText('items')
  const world = data as WorldSlotData | null
  const manages = world?.isOwner || world?.isAdmin
  return (
    <section className="wv-picture-card" aria-labelledby="crafting-item">
      <span className="wv-card-picture is-wide" aria-hidden="true">
        <svg viewBox="0 0 320 180" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
          <defs>
            <linearGradient id="it-craft-sky" x1="0" y1="0" x2="1" y2="1">
              <stop offset="0" stopColor="hsl(262 46% 22%)" />
              <stop offset="1" stopColor="hsl(318 48% 40%)" />
            </linearGradient>
          </defs>
          <path d="M0 0h320v180H0Z" fill="url(#it-craft-sky)" />
          <g transform="translate(160 92)">
            <path d="M0-58 46-16 0 58-46-16Z" fill="#ffd592" />
            <path d="M0-58 18-16 0 58-18-16Z" fill="#fff1d2" />
            <path d="M-46-16h92" stroke="#c77f4c" strokeWidth="2" />
          </g>
          <g fill="#fff6dd" opacity="0.8">
            <circle cx="60" cy="46" r="2.2" />
            <circle cx="96" cy="120" r="1.6" />
            <circle cx="238" cy="52" r="1.8" />
            <circle cx="268" cy="118" r="2.4" />
          </g>
        </svg>
      </span>
      <h2 id="crafting-item">{t('craft.card')}</h2>
      <p className="wv-note">
        {t(!world ? 'craft.cardText' : manages ? 'craft.cardWorld' : 'craft.cardNotWorld')}
      </p>
      <div className="wv-actions">
        {world && manages ? (
          <ButtonLink to={craftingPath(world.worldName)}>{t('craft.start')}</ButtonLink>
        ) : (
          <ButtonLink variant={world ? 'secondary' : 'primary'} to="/crafting/item">
            {t(world ? 'craft.startOwn' : 'craft.start')}
          </ButtonLink>
        )}
        {!world && (
          <ButtonLink variant="quiet" to="/inventory">
            {t('title')}
          </ButtonLink>
        )}
      </div>
    </section>
  )
}

// A card of `/crafting`: making items.
import { ButtonLink, useText } from '@witverse/sdk'

export default function CraftCard() {
  const t = useText('items')
  return (
    <section className="it-craft-card" aria-labelledby="crafting-item">
      <span className="it-craft-art" aria-hidden="true">
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
      <p>{t('craft.cardText')}</p>
      <div className="wv-actions">
        <ButtonLink to="/crafting/item">{t('craft.start')}</ButtonLink>
        <ButtonLink variant="quiet" to="/inventory">
          {t('title')}
        </ButtonLink>
      </div>
    </section>
  )
}

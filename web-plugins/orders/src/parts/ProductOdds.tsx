import { Picture, useLanguage, useText } from '@witverse/sdk'
import type { Content } from '../api/types'
import { percent } from './format'
import { OddsTable } from './OddsTable'

/** The published odds of a random item: the chance now, without rows that are sold out. */
export function ProductOdds({ contents }: { contents: Content[] }) {
  const t = useText('orders')
  const { language } = useLanguage()
  const total = contents.reduce((sum, { left, weight }) => (left === 0 ? sum : sum + weight), 0)
  const rows = contents.map(({ no, left, weight, stock, name, type, thumbnailUrl }) => ({
    no,
    name: (
      <span className="od-odds-item">
        <Picture src={thumbnailUrl} width={36} height={36} />
        <span>
          {name[language]}
          <small>{t(`types.${type}`)}</small>
        </span>
      </span>
    ),
    chance: left === 0 ? t('soldOut') : percent(weight, total),
    left: `${left} / ${stock}`,
    isOut: left === 0,
  }))
  return <OddsTable caption={t('odds.title')} hidesCaption rows={rows} />
}

import { Picture, useLanguage, useText } from '@witverse/sdk'
import type { Content } from '../api/types'
import { percent } from './format'

/** The published odds of a random item: the chance now, without rows that are sold out. */
export function OddsTable({ contents }: { contents: Content[] }) {
  const t = useText('orders')
  const { language } = useLanguage()
  const open = contents.filter(({ left }) => left !== 0)
  const total = open.reduce((sum, { weight }) => sum + weight, 0)
  return (
    <div className="od-table-frame">
      <table className="od-odds">
        <caption className="wv-visually-hidden">{t('odds.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('odds.item')}</th>
            <th scope="col">{t('odds.chance')}</th>
            <th scope="col">{t('odds.left')}</th>
          </tr>
        </thead>
        <tbody>
          {contents.map((content) => (
            <tr key={content.no} className={content.left === 0 ? 'is-out' : undefined}>
              <th scope="row">
                <div>
                  <Picture src={content.thumbnailUrl} width={36} height={36} />
                  <span>
                    {content.name[language]}
                    <small>{t(`types.${content.type}`)}</small>
                  </span>
                </div>
              </th>
              <td>{content.left === 0 ? t('soldOut') : percent(content.weight, total)}</td>
              <td>
                {content.left} / {content.stock}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

import { useList, useText } from '@witverse/sdk'
import { EndlessList } from '@witverse/sdk/data'
import { Demo } from '../Demo'
import { feedPage } from '../samples'

export function ListPage() {
  const t = useText('shell-gallery')
  const list = useList(['gallery', 'feed'], (_api, { cursor = '' }) => feedPage(cursor))
  return (
    <Demo title={t('states.many')}>
      <EndlessList
        list={list}
        label={t('list.label')}
        keyOf={(item) => item.id}
        empty={null}
        estimatedHeight={80}
        placeKey="gallery"
      >
        {({ number }) => (
          <article className="gy-post">
            <h3>{t('list.post', { number })}</h3>
            <p>{t(number % 3 === 0 ? 'list.bodyLong' : 'list.body')}</p>
          </article>
        )}
      </EndlessList>
    </Demo>
  )
}

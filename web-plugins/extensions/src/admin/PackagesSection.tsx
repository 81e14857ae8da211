// In the platform's administration: packages that wait for a review, all packages, and their publishers.
import { Segments, useText } from '@witverse/sdk'
import { useState } from 'react'
import { PackageList } from './PackageList'
import { PublisherList } from './PublisherList'
import { ReviewQueue } from './ReviewQueue'

const VIEWS = ['queue', 'all', 'publishers'] as const
type View = (typeof VIEWS)[number]

export default function PackagesSection() {
  const t = useText('extensions')
  const [view, setView] = useState<View>('queue')
  const [search, setSearch] = useState('')
  return (
    <section className="ex-packages" aria-labelledby="packages-title">
      <h2 id="packages-title">{t('packages.title')}</h2>
      <p className="wv-note">{t(`packages.about.${view}`)}</p>
      <Segments
        label={t('packages.title')}
        name="view"
        value={view}
        onValue={(value) => {
          setSearch('')
          setView(value as View)
        }}
        options={VIEWS.map((value) => ({ value, text: t(`packages.view.${value}`) }))}
      />
      {view === 'queue' && <ReviewQueue />}
      {view === 'all' && <PackageList search={search} />}
      {view === 'publishers' && (
        <PublisherList
          onPackages={(publisher) => {
            setSearch(`${publisher}.`)
            setView('all')
          }}
        />
      )}
    </section>
  )
}

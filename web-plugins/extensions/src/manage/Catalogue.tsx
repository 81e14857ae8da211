// What the platform has reviewed: a list that can be searched, from which a plugin is tried or installed.
import {
  Badge,
  Button,
  EmptyInline,
  ErrorMessage,
  formatCount,
  LoadMoreButton,
  RowSkeletons,
  SearchInput,
  useAction,
  useDebounced,
  useLanguage,
  useText,
} from '@witverse/sdk'
import { useState } from 'react'
import { useCatalogue, useManagePlugins } from '../api/installs'
import type { CataloguePlugin, Review } from '../api/types'
import { formatCapped } from '../format'

interface Props {
  worldId: string
  onReview: (review: Review) => void
}

export function Catalogue({ worldId, onReview }: Props) {
  const t = useText('extensions')
  const [typed, setTyped] = useState('')
  const search = useDebounced(typed.trim())
  const list = useCatalogue(worldId, search)
  const { review } = useManagePlugins(worldId)
  const { pending, run } = useAction(async (digest: string) => onReview(await review(digest)))
  return (
    <section className="ex-catalogue" aria-label={t('catalogue.title')}>
      <h3 className="ex-heading">{t('catalogue.title')}</h3>
      <SearchInput name="catalogue" label={t('catalogue.search')} value={typed} onValue={setTyped} />
      {list.isPending && <RowSkeletons />}
      {list.isError && <ErrorMessage error={list.error} onRetry={() => void list.refetch()} />}
      {list.data && list.items.length === 0 && (
        <EmptyInline text={t(search ? 'catalogue.noMatch' : 'catalogue.none')} />
      )}
      <ul className="ex-catalogue-list">
        {list.items.map((plugin) => (
          <li key={plugin.plugin}>
            <Entry plugin={plugin} pending={pending} onOpen={() => void run(plugin.package)} />
          </li>
        ))}
      </ul>
      <LoadMoreButton list={list} />
    </section>
  )
}

function Entry({
  plugin,
  pending,
  onOpen,
}: {
  plugin: CataloguePlugin
  pending: boolean
  onOpen: () => void
}) {
  const t = useText('extensions')
  const { language } = useLanguage()
  const name = plugin.name[language]
  const publisher = plugin.plugin.split('.')[0] ?? ''
  return (
    <div className="ex-install">
      <header>
        <div>
          <h4>{name}</h4>
          <p className="wv-note">
            {t('catalogue.by', { publisher })} · {t('manage.version', { version: plugin.version })}
          </p>
        </div>
        {plugin.isInstalled && <Badge>{t('catalogue.isInstalled')}</Badge>}
        <Button
          variant="secondary"
          size="small"
          disabled={pending}
          aria-label={t('catalogue.openOf', { name })}
          onClick={onOpen}
        >
          {t('catalogue.open')}
        </Button>
      </header>
      {plugin.description && <p>{plugin.description[language]}</p>}
      {plugin.permissions.length === 0 ? (
        <p className="wv-note">{t('catalogue.nothing')}</p>
      ) : (
        <details>
          <summary>{t('catalogue.permissions', { count: plugin.permissions.length })}</summary>
          <ul className="ex-lines">
            {plugin.permissions.map((line) => (
              <li key={line.key}>{line[language]}</li>
            ))}
          </ul>
        </details>
      )}
      <p className="wv-note">
        {t('catalogue.worlds', { count: formatCapped(plugin.worlds) })}
        {plugin.calls > 0 &&
          ` · ${t('catalogue.calls', { calls: formatCount(plugin.calls), failures: formatCount(plugin.failures) })}`}
      </p>
    </div>
  )
}

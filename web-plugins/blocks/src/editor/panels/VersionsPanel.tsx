// The kept versions of the scene. Going back makes a new version: nothing is lost.
import {
  Badge,
  Button,
  EmptyInline,
  ErrorMessage,
  formatMoment,
  RowSkeletons,
  useAction,
  useApi,
  useToast,
} from '@witverse/sdk'
import { useEffect, useEffectEvent } from 'react'
import { isStale, loadVersion, useBlockActions, useVersions } from '../../api/editor'
import { useEditor, useSaveState } from '../context'
import { fromStored } from '../document'
import { useEditorText } from '../texts'

export function VersionsPanel() {
  const t = useEditorText()
  const { block, saver } = useEditor()
  const { status } = useSaveState()
  const list = useVersions(block.blockId)
  const refresh = useEffectEvent(() => void list.refetch())
  useEffect(() => {
    if (status === 'saved') refresh()
  }, [status])
  if (list.status === 'pending') return <RowSkeletons rows={4} />
  if (list.status === 'error') return <ErrorMessage error={list.error} onRetry={() => void list.refetch()} />
  const { items } = list.data
  if (items.length === 0) return <EmptyInline text={t('versions.none')} />
  return (
    <>
      <p className="bl-muted">{t('versions.text')}</p>
      <ol className="bl-versions" aria-label={t('versions.title')}>
        {items.map((one) => (
          <li key={one.version}>
            <span>
              <b>{t('versions.number', { number: one.version })}</b>{' '}
              {one.isPublished && <Badge tone="accent">{t('versions.published')}</Badge>}
              <small>
                {formatMoment(one.savedAt)}
                {one.savedBy && ` · ${one.savedBy.nickname}`}
                {' · '}
                {t('versions.objects', { count: one.objects })}
                {one.restoredFrom !== null && ` · ${t('versions.restored', { number: one.restoredFrom })}`}
              </small>
            </span>
            {one.version === saver.version ? (
              <small>{t('versions.current')}</small>
            ) : (
              <RestoreButton version={one.version} />
            )}
          </li>
        ))}
      </ol>
    </>
  )
}

function RestoreButton({ version }: { version: number }) {
  const t = useEditorText()
  const api = useApi()
  const toast = useToast()
  const { block, saver, adopt } = useEditor()
  const actions = useBlockActions(block.blockId)
  const { pending, run } = useAction(async () => {
    if (!(await saver.flush())) return toast(t('publish.unsaved'), 'bad')
    try {
      const next = await actions.restore(version, saver.version)
      const loaded = await loadVersion(api, block.blockId, String(next))
      adopt(fromStored(loaded.document), next)
      toast(t('versions.done', { number: version }), 'good')
    } catch (error) {
      if (isStale(error)) return toast(t('stale.title'), 'bad')
      throw error
    }
  })
  return (
    <Button
      size="small"
      variant="secondary"
      pending={pending}
      aria-label={t('versions.restoreNumber', { number: version })}
      onClick={() => void run()}
    >
      {t('versions.restore')}
    </Button>
  )
}

// "My media": every uploaded file, where it is used, and its deletion everywhere.
import {
  Button,
  Confirm,
  EmptyInline,
  formatDate,
  imageUrl,
  ListView,
  Row,
  RowTile,
  useApi,
  useHost,
  useLanguage,
  useLive,
  usePluginName,
  useText,
  useToast,
} from '@witverse/sdk'
import { useState } from 'react'
import { Section } from '../../../parts/Section'
import { deleteFile, type MediaFile, usageOf, useMedia, useRefreshAccount } from '../api'
import { formatBytes } from './bytes'

export function MediaTab() {
  const t = useText('shell-profile')
  const api = useApi()
  const toast = useToast()
  const { actions } = useHost()
  const refresh = useRefreshAccount()
  const files = useMedia()
  const [deleting, setDeleting] = useState<MediaFile | null>(null)
  useLive('kernel.files.checked', () => void refresh('files'))
  const usage = usageOf(files)
  return (
    <Section title={t('media.title')} text={t('media.text')}>
      {usage && (
        <div className="pf-usage">
          <progress value={usage.usedBytes} max={usage.quotaBytes} aria-label={t('media.title')} />
          <small>
            {t('media.used', { used: formatBytes(usage.usedBytes), quota: formatBytes(usage.quotaBytes) })}
          </small>
        </div>
      )}
      <ListView
        list={files}
        label={t('media.title')}
        keyOf={(file) => file.fileId}
        empty={<EmptyInline text={t('media.none')} />}
      >
        {(file) => <MediaRow file={file} onDelete={() => setDeleting(file)} />}
      </ListView>
      {deleting && (
        <Confirm
          title={t('media.deleteTitle')}
          text={t('media.deleteText', { name: deleting.name || t('media.untitled') })}
          action={t('media.delete')}
          tone="danger"
          onClose={() => setDeleting(null)}
          onConfirm={async () => {
            await deleteFile(api, deleting.fileId)
            // It may have been the caller's picture.
            await Promise.all([refresh('files'), actions.reloadCaller()])
            toast(t('media.deleted'))
          }}
        />
      )}
    </Section>
  )
}

function MediaRow({ file, onDelete }: { file: MediaFile; onDelete: () => void }) {
  const t = useText('shell-profile')
  const { language } = useLanguage()
  const name = file.name || t('media.untitled')
  const pluginName = usePluginName()
  const places = placesOf(file, (plugin) =>
    plugin === 'kernel' ? t('media.profile') : (pluginName(plugin) ?? t('media.plugin')),
  )
  const isImage = file.kind === 'image' && file.state === 'ready'
  return (
    <Row
      boxed
      picture={
        isImage ? (
          <img src={imageUrl(file.url, 128)} alt="" width={40} height={40} />
        ) : (
          <RowTile icon="image" />
        )
      }
      title={name}
      notes={[
        `${t(`media.states.${file.state as 'ready'}`)} · ${formatBytes(file.bytes)} · ${formatDate(file.createdAt)}`,
        file.reasonText?.[language],
        file.state === 'ready' && (places ? t('media.places', { places }) : t('media.unused')),
      ]}
    >
      <Button
        variant="quiet"
        size="small"
        className="is-bad"
        aria-label={`${t('media.delete')}: ${name}`}
        onClick={onDelete}
      >
        {t('media.delete')}
      </Button>
    </Row>
  )
}

/** The names of the plugins that use the file, each once with its number of places. */
function placesOf(file: MediaFile, nameOf: (plugin: string) => string): string {
  const counts = new Map<string, number>()
  for (const { plugin } of file.uses) {
    const place = nameOf(plugin)
    counts.set(place, (counts.get(place) ?? 0) + 1)
  }
  return [...counts].map(([place, count]) => (count > 1 ? `${place} (${count})` : place)).join(', ')
}

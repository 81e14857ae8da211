// In the platform's administration: the import of the public index of postal codes.
import {
  ErrorMessage,
  formatCount,
  formatDate,
  Notice,
  Panel,
  RowSkeletons,
  useAction,
  useText,
  useToast,
} from '@witverse/sdk'
import { FileButton } from '@witverse/sdk/files'
import { useState } from 'react'
import { usePostcodeImport, usePostcodeVersions } from '../api/postcodes'
import { encodingOf, partsOf } from './index-file'

/** Rows of one request. */
const PART = 500

export default function PostcodesSection() {
  const t = useText('orders')
  const toast = useToast()
  const versions = usePostcodeVersions()
  const index = usePostcodeImport()
  const [progress, setProgress] = useState<{ sent: number; part: number } | null>(null)
  const load = useAction(async (files: readonly File[]) => {
    const encodings = await Promise.all(files.map(encodingOf))
    const wrong = files.find((_, at) => encodings[at] === null)
    if (wrong) return toast(t('postcodes.wrongFile', { name: wrong.name }), 'bad')
    const version = await index.begin()
    const bytes = files.reduce((sum, { size }) => sum + size, 0)
    let [read, sent, kept, skipped] = [0, 0, 0, 0]
    const listener = {
      onRead: (piece: number) => {
        read += piece
      },
      onSkipped: () => {
        skipped += 1
      },
    }
    for (const [at, file] of files.entries()) {
      for await (const part of partsOf(file, encodings[at] ?? 'utf-8', PART, listener)) {
        const filled = await index.fill(version, sent, part)
        sent += part.length
        kept += part.length - filled.skipped
        skipped += filled.skipped
        setProgress({ sent, part: read / bytes })
      }
    }
    await index.use(version, kept)
    toast(t('postcodes.done', { total: formatCount(kept), skipped: formatCount(skipped) }), 'good')
  })
  const used = versions.data?.items.find(({ isUsed }) => isUsed)
  return (
    <Panel title={t('postcodes.title')} text={t('postcodes.text')}>
      {versions.status === 'pending' && <RowSkeletons rows={1} />}
      {versions.status === 'error' && (
        <ErrorMessage error={versions.error} onRetry={() => void versions.refetch()} />
      )}
      {versions.data &&
        (used ? (
          <p>
            {t('postcodes.used', {
              total: formatCount(used.rows),
              day: formatDate(used.usedAt ?? used.startedAt),
            })}
          </p>
        ) : (
          <Notice icon="search">{t('postcodes.none')}</Notice>
        ))}
      {load.pending && progress && (
        <p>
          <progress value={progress.part} max={1} aria-label={t('postcodes.title')} />{' '}
          {t('postcodes.sending', { total: formatCount(progress.sent) })}
        </p>
      )}
      <FileButton
        accept=".txt,text/plain"
        multiple
        disabled={load.pending}
        hint={t('postcodes.hint')}
        onFiles={(files) => void load.run(files).finally(() => setProgress(null))}
      >
        {t('postcodes.choose')}
      </FileButton>
    </Panel>
  )
}

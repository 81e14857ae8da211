// The screen of a refused person: why, and what would let them in.
import { Button, ButtonLink, EmptyState, PageSkeleton, useLanguage, useText } from '@witverse/sdk'
import { type BlockView, useEntry } from '../api/rooms'
import { RemedyAction } from './RemedyAction'
import { Screen } from './Screens'

interface DeniedProps {
  block: BlockView
  title: string
  /** Tries again, after the person did what lets them in. */
  onRetry: () => void
}

export function Denied({ block, title, onRetry }: DeniedProps) {
  const t = useText('blocks')
  const { language } = useLanguage()
  const entry = useEntry(block.blockId)
  const { worldName } = block
  if (entry.status === 'pending') return <PageSkeleton label={title} />
  if (entry.status === 'error') return <Screen kind="loadError" worldName={worldName} onRetry={onRetry} />
  const { remedy, message, allowed, collection } = entry.data
  const reason = message?.[language] ?? t('screen.denied.text')
  return (
    <div className="bl-screen" role="alert">
      <EmptyState
        level={1}
        title={t('screen.denied.title')}
        text={
          collection ? `${reason} ${t('screen.collection', { name: collection.name[language] })}` : reason
        }
        action={
          <>
            {allowed && <Button onClick={onRetry}>{t('screen.denied.action')}</Button>}
            <RemedyAction entry={entry.data} worldName={worldName} />
            {remedy !== 'join' && remedy !== 'getMembership' && (
              <ButtonLink variant="secondary" to={`/${worldName}`}>
                {t('screen.toWorld')}
              </ButtonLink>
            )}
          </>
        }
      />
    </div>
  )
}

// The screen of a refused person: why, and what would let them in.
import { Button, ButtonLink, EmptyState, Loaded, PageSkeleton, useLanguage, useText } from '@witverse/sdk'
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
  return (
    <Loaded
      query={entry}
      waiting={<PageSkeleton label={title} />}
      failed={() => <Screen kind="loadError" worldName={worldName} onRetry={onRetry} />}
    >
      {(shown) => {
        const { remedy, message, allowed, collection } = shown
        const reason = message?.[language] ?? t('screen.denied.text')
        return (
          <div className="bl-screen">
            <EmptyState
              level={1}
              title={t('screen.denied.title')}
              text={
                <span role="alert">
                  {collection
                    ? `${reason} ${t('screen.collection', { name: collection.name[language] })}`
                    : reason}
                </span>
              }
              action={
                <>
                  {allowed && <Button onClick={onRetry}>{t('screen.denied.action')}</Button>}
                  <RemedyAction entry={shown} worldName={worldName} />
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
      }}
    </Loaded>
  )
}

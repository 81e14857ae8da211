// A newer version of an installed plugin: one button opens its review.
import { Button, formatMoment, Notice, useAction, useLanguage, useText } from '@witverse/sdk'
import { useState } from 'react'
import { useManagePlugins } from '../api/installs'
import type { Install, Review } from '../api/types'
import { ReviewDialog } from './ReviewDialog'

interface Props {
  worldId: string
  worldName: string
  install: Install
}

export function UpdateNotice({ worldId, worldName, install }: Props) {
  const t = useText('extensions')
  const { language } = useLanguage()
  const { update } = install
  const { review } = useManagePlugins(worldId)
  const [reviewed, setReviewed] = useState<Review | null>(null)
  const { pending, run } = useAction(async (digest: string) => setReviewed(await review(digest)))
  if (!update) return null
  const until = update.restsUntil && formatMoment(update.restsUntil)
  const wait = update.waitsBecause
  let note = until && t('update.rests', { until })
  if (!wait) note = until ? t('update.itself', { until }) : t('update.itselfSoon')
  else if (wait !== 'off' && wait !== 'stopped') note = t(`update.${wait as 'held'}`)
  return (
    <>
      <Notice
        icon="download"
        action={
          <Button
            variant="secondary"
            size="small"
            pending={pending}
            aria-label={t('update.viewOf', { name: install.name[language], version: update.version })}
            onClick={() => void run(update.package)}
          >
            {t('update.view')}
          </Button>
        }
      >
        <strong>{t('update.title', { version: update.version })}</strong>
        {note && <p>{note}</p>}
      </Notice>
      {reviewed && (
        <ReviewDialog
          worldId={worldId}
          worldName={worldName}
          review={reviewed}
          onClose={() => setReviewed(null)}
        />
      )}
    </>
  )
}

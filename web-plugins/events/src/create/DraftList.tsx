// The drafts in this browser: continue one, delete one, or begin another.
import {
  Button,
  ButtonLink,
  Confirm,
  EmptyInline,
  formatMoment,
  Notice,
  Panel,
  Row,
  useLanguage,
  useText,
} from '@witverse/sdk'
import { useState } from 'react'
import { useEventPath } from '../parts/base'
import type { Draft } from './draft'
import { DRAFTS_MAX, draftSlot, draftsOf, type KeptDraft, keepDraft, newDraftId } from './drafts'

interface DraftListProps {
  userId: string
  /** The event to copy, after there was no room for its draft. */
  copy: string
}

export function DraftList({ userId, copy }: DraftListProps) {
  const t = useText('events')
  const base = useEventPath()
  const name = useDraftName()
  const [drafts, setDrafts] = useState(() => draftsOf(userId))
  const [deleting, setDeleting] = useState<KeptDraft | null>(null)
  const [next] = useState(newDraftId)
  const isFull = drafts.length >= DRAFTS_MAX
  const begin = copy === '' ? `${base}/create?draft=${next}` : `${base}/create?copy=${copy}`
  return (
    <Panel
      title={t('drafts.title')}
      text={t('drafts.text')}
      action={
        !isFull && (
          <ButtonLink size="small" to={begin}>
            {t(copy === '' ? 'drafts.new' : 'create.copy')}
          </ButtonLink>
        )
      }
    >
      {isFull && <Notice icon="warning">{t('drafts.full', { count: DRAFTS_MAX })}</Notice>}
      {drafts.length === 0 && <EmptyInline text={t('drafts.none')} />}
      {drafts.length > 0 && (
        <ul className="wv-rows" aria-label={t('drafts.title')}>
          {drafts.map((one) => (
            <li key={one.id}>
              <Row
                title={name(one.draft)}
                notes={[
                  t(`types.${one.draft.type}`),
                  one.savedAt > 0 && formatMoment(new Date(one.savedAt).toISOString()),
                ]}
              >
                <ButtonLink
                  size="small"
                  variant="secondary"
                  to={`${base}/create?draft=${one.id}`}
                  aria-label={`${t('drafts.goOn')}: ${name(one.draft)}`}
                >
                  {t('drafts.goOn')}
                </ButtonLink>
                <Button
                  size="small"
                  variant="quiet"
                  aria-label={`${t('drafts.delete')}: ${name(one.draft)}`}
                  onClick={() => setDeleting(one)}
                >
                  {t('drafts.delete')}
                </Button>
              </Row>
            </li>
          ))}
        </ul>
      )}
      {deleting && (
        <Confirm
          title={t('drafts.deleteOf', { name: name(deleting.draft) })}
          text={t('create.clearText')}
          action={t('drafts.delete')}
          tone="danger"
          onConfirm={async () => {
            keepDraft(draftSlot(userId, deleting.id), null)
            setDrafts(draftsOf(userId))
          }}
          onClose={() => setDeleting(null)}
        />
      )}
    </Panel>
  )
}

/** The title in the language of the screen, or in the other one. */
function useDraftName() {
  const t = useText('events')
  const { language } = useLanguage()
  return ({ titleKo, titleEn }: Draft) => {
    const titles = language === 'ko' ? [titleKo, titleEn] : [titleEn, titleKo]
    return titles.map((title) => title.trim()).find((title) => title !== '') ?? t('drafts.untitled')
  }
}

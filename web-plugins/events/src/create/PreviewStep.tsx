// What people will see, and what happens after the submission.
import { type Fact, Facts, Notice, useLanguage, useText, WitAmount } from '@witverse/sdk'
import { When } from '../parts/When'
import { type Draft, needsReview } from './draft'

export function PreviewStep({ draft }: { draft: Draft }) {
  const t = useText('events')
  const { language } = useLanguage()
  const isKorean = language === 'ko'
  const prizes = draft.prizes.reduce((sum, prize) => sum + Number(prize || 0), 0)
  const facts: Fact[] = [
    [t('facts.start'), <When key="start" at={draft.startsAt} />],
    [t('facts.duration'), t('facts.minutes', { count: Number(draft.duration) })],
    [
      t('facts.people'),
      draft.hasLimit ? t('facts.atMost', { count: Number(draft.maxPeople) }) : t('facts.noLimit'),
    ],
    [t('facts.who'), t(`eligibility.${draft.eligibility}`)],
    ...(draft.type === 'meetup' && draft.plugin
      ? [[t('facts.activity'), draft.plugin.name[language]] as const]
      : []),
    ...(draft.eligibility === 'tickets'
      ? draft.tickets.map(
          (ticket) =>
            [
              isKorean ? ticket.ko : ticket.en,
              <span key={ticket.ko}>
                <WitAmount hundredths={Number(ticket.price) * 100} /> × {ticket.quantity}
              </span>,
            ] as const,
        )
      : []),
  ]
  return (
    <div className="ev-preview">
      <h2>{isKorean ? draft.titleKo : draft.titleEn}</h2>
      <p className="ev-text">{isKorean ? draft.descriptionKo : draft.descriptionEn}</p>
      <Facts facts={facts} />
      {needsReview(draft) && <Notice icon="shield">{t('create.reviewed')}</Notice>}
      {draft.type === 'challenge' && prizes > 0 && (
        <Notice icon="wallet">
          {t('create.prizesHeld')} <WitAmount hundredths={prizes * 100} />
        </Notice>
      )}
      <Notice icon="lock">{t('create.noDelete')}</Notice>
    </div>
  )
}

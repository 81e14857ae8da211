// The details of one gift. Links in mails lead here.
import {
  Badge,
  ButtonLink,
  EmptyState,
  ErrorMessage,
  type Fact,
  Facts,
  formatMoment,
  formatUsd,
  hueOf,
  hueStyle,
  Icon,
  isMissing,
  PersonName,
  ReportButton,
  Skeleton,
  useLanguage,
  usePagePath,
  useText,
  useWallet,
} from '@witverse/sdk'
import { Link } from '@witverse/sdk/router'
import { useGift } from '../api/gifts'
import type { Gift } from '../api/types'
import { GiftTile } from '../parts/GiftTile'
import { Parcel } from '../parts/Parcel'
import { AnswerButtons } from './AnswerButtons'
import { useIsOver, Waiting } from './Waiting'
import { endingOf, nameOf, nameOfOther, otherOf, toneOf } from './words'

export function GiftSheet({ id }: { id: string }) {
  const t = useText('gifts')
  const path = usePagePath('gifts')
  const gift = useGift(id)
  if (gift.status === 'pending')
    return <Skeleton style={{ height: 460, borderRadius: 'var(--radius-card)' }} />
  if (gift.status === 'error') {
    const { error } = gift
    if (!isMissing(error)) return <ErrorMessage error={error} onRetry={() => void gift.refetch()} />
    return (
      <section className="wv-card">
        <EmptyState
          title={t('missing.title')}
          text={t('missing.text')}
          action={<ButtonLink to={path}>{t('missing.action')}</ButtonLink>}
        />
      </section>
    )
  }
  return <Sheet gift={gift.data} />
}

function Sheet({ gift }: { gift: Gift }) {
  const t = useText('gifts')
  const { language } = useLanguage()
  const wallet = useWallet()
  const over = useIsOver(gift)
  const other = otherOf(gift)
  const name = nameOfOther(gift, t)
  const pending = gift.status === 'pending'
  const facts: Fact[] = [
    [t('sentAt'), formatMoment(gift.sentAt)],
    [t('until'), pending && formatMoment(gift.expiresAt)],
    [t('closedAt'), gift.closedAt && formatMoment(gift.closedAt)],
    [t('fee'), t('feeNone')],
  ]
  return (
    <article className="gf-sheet wv-hue" style={hueStyle(hueOf(name))}>
      <Parcel state={gift.status === 'accepted' ? 'open' : 'closed'} />
      <div className="gf-sheet-body">
        <p className="gf-sheet-who">
          {other ? (
            <PersonName person={other} note={t(`${pending ? 'line' : 'lineClosed'}.${gift.direction}`)} />
          ) : (
            <b>{name}</b>
          )}
          {other && gift.direction === 'received' && (
            <ReportButton person={other} kind="gift" id={gift.airdropId} />
          )}
          <Badge tone={toneOf(gift.status)}>{t(`states.${gift.status}`)}</Badge>
        </p>
        <div className="gf-sheet-gift">
          <GiftTile gift={gift} size={88} />
          <div>
            <h2>{nameOf(gift, language)}</h2>
            {gift.amountHundredths !== null && wallet.data && (
              <p>≈ {formatUsd(gift.amountHundredths, wallet.data.rate)}</p>
            )}
            {gift.item && (
              <Link className="gf-link" to={`/item/${gift.item.itemId}`}>
                {t('seeItem')} <Icon name="right" size={14} />
              </Link>
            )}
          </div>
        </div>
        {gift.message && <blockquote className="gf-quote">{gift.message}</blockquote>}
        {pending ? (
          <>
            <Waiting gift={gift} />
            {gift.direction === 'received' && !over && <AnswerButtons gift={gift} size="large" />}
          </>
        ) : (
          <p className="gf-ending">{endingOf(gift, t)}</p>
        )}
        <Facts className="gf-facts" facts={facts} />
      </div>
    </article>
  )
}

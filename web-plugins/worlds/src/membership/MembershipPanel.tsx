// The membership that a world offers: its price, how many are left, and the button to get one.
import {
  Badge,
  Button,
  ButtonLink,
  canManage,
  EmptyInline,
  ErrorMessage,
  formatCount,
  formatMoment,
  Icon,
  Panel,
  Skeleton,
  useCaller,
  useLanguage,
  useModal,
  useRate,
  useText,
  WitAmount,
} from '@witverse/sdk'
import { useState } from 'react'
import { useMemberships } from '../api/inside'
import type { Membership, WorldView } from '../api/types'
import { BuyMembership } from './BuyMembership'

export function MembershipPanel({ world }: { world: WorldView }) {
  const t = useText('worlds')
  const list = useMemberships(world.worldId)
  const current = list.items[0]
  return (
    <Panel
      title={t('membership.title')}
      text={t('membership.lead')}
      action={world.hasMembership && <Badge tone="good">{t('membership.yours')}</Badge>}
    >
      {list.status === 'pending' && <Skeleton style={{ height: 96 }} />}
      {list.status === 'error' && <ErrorMessage error={list.error} onRetry={() => void list.refetch()} />}
      {list.status === 'success' && !current && <NoMembership world={world} />}
      {current && <Offer world={world} membership={current} />}
    </Panel>
  )
}

function NoMembership({ world }: { world: WorldView }) {
  const t = useText('worlds')
  const manages = canManage(world)
  return (
    <EmptyInline text={t(manages ? 'membership.noneOwner' : 'membership.none')}>
      {manages && (
        <ButtonLink variant="secondary" size="small" to={`/${world.worldName}/management?tab=memberships`}>
          {t('membership.open')}
        </ButtonLink>
      )}
    </EmptyInline>
  )
}

function Offer({ world, membership }: { world: WorldView; membership: Membership }) {
  const t = useText('worlds')
  const { language } = useLanguage()
  const rate = useRate()
  const left = membership.quantity - membership.sold
  return (
    <div className="w-offer">
      <div className="w-offer-text">
        <h3>{membership.name[language]}</h3>
        <p>
          {membership.isFree ? (
            <b>{t('membership.free')}</b>
          ) : (
            <WitAmount hundredths={membership.price * 100} rate={rate.data} />
          )}
          <span>
            {membership.sale === 'soldOut'
              ? t('membership.soldOut')
              : t('membership.left', { count: left, total: formatCount(membership.quantity) })}
          </span>
          {membership.deadline && membership.sale !== 'soldOut' && (
            <span>
              <Icon name="clock" size={16} />{' '}
              {t('membership.until', { at: formatMoment(membership.deadline) })}
            </span>
          )}
        </p>
        <progress
          value={membership.sold}
          max={membership.quantity}
          aria-label={t('membership.soldOf', { sold: membership.sold, total: membership.quantity })}
        />
      </div>
      <OfferAction world={world} membership={membership} />
    </div>
  )
}

function OfferAction({ world, membership }: { world: WorldView; membership: Membership }) {
  const t = useText('worlds')
  const modal = useModal()
  const { user } = useCaller()
  const [buying, setBuying] = useState(false)
  if (membership.sale === 'soldOut') return null
  if (membership.sale === 'closed') return <p className="w-offer-note">{t('membership.closed')}</p>
  if (!user) {
    return (
      <Button variant="secondary" onClick={() => modal.open('sign-up')}>
        {t('membership.signUp')}
      </Button>
    )
  }
  if (!world.isMember) return <p className="w-offer-note">{t('membership.joinFirst')}</p>
  if (membership.isFree && world.hasMembership) return null
  return (
    <>
      <Button onClick={() => setBuying(true)}>
        {t(membership.isFree ? 'membership.claim' : 'membership.buy')}
      </Button>
      {buying && <BuyMembership world={world} membership={membership} onClose={() => setBuying(false)} />}
    </>
  )
}

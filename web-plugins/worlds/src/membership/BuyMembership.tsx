// Confirms the purchase of a membership: what is paid, to whom, and what one gets.
import {
  Confirm,
  Facts,
  formatWit,
  useLanguage,
  useNotEnoughWit,
  useText,
  useToast,
  useWallet,
  useWalletRate,
  WitAmount,
} from '@witverse/sdk'
import type { Membership, WorldView } from '../api/types'
import { useBuyMembership } from '../api/world'

interface BuyMembershipProps {
  world: WorldView
  membership: Membership
  onClose: () => void
}

export function BuyMembership({ world, membership, onClose }: BuyMembershipProps) {
  const t = useText('worlds')
  const toast = useToast()
  const { language } = useLanguage()
  const buy = useBuyMembership(world)
  const notEnough = useNotEnoughWit()
  const wallet = useWallet()
  const rate = useWalletRate()
  const price = membership.price * 100
  const available = wallet.data?.availableHundredths
  const pays = !membership.isFree && !world.isOwner

  async function confirm() {
    try {
      const bought = await buy(membership.collectionId, membership.price)
      toast(t('membership.got', { name: membership.name[language], edition: bought.edition ?? 0 }), 'good')
    } catch (error) {
      if (!notEnough.caught(error, price)) throw error
    }
  }

  return (
    <Confirm
      title={t(membership.isFree ? 'membership.claimTitle' : 'membership.buyTitle', {
        name: membership.name[language],
      })}
      text={t('membership.gives', { world: world.worldName })}
      action={t(membership.isFree ? 'membership.claim' : 'membership.buy')}
      onConfirm={confirm}
      onClose={onClose}
    >
      {pays && (
        <Facts
          facts={[
            [t('membership.price'), <WitAmount key="price" hundredths={price} rate={rate} />],
            [t('membership.seller'), world.owner?.nickname ?? 'Witverse'],
            [t('membership.after'), available !== undefined && formatWit(Math.max(0, available - price))],
          ]}
        />
      )}
      {pays && <p className="w-offer-note">{t('membership.noRefund')}</p>}
      {!membership.isFree && world.isOwner && <p className="w-offer-note">{t('membership.ownerFree')}</p>}
    </Confirm>
  )
}

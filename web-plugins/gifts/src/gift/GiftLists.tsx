// Pending gifts as cards, and the closed ones below.
import {
  Button,
  EmptyInline,
  EmptyState,
  Icon,
  ListView,
  Panel,
  RowSkeletons,
  useModal,
  useText,
} from '@witverse/sdk'
import { useGifts } from '../api/gifts'
import type { Direction } from '../api/types'
import { Parcel } from '../parts/Parcel'
import { GiftCard } from './GiftCard'
import { GiftRow } from './GiftRow'

export function GiftLists({ direction }: { direction: Direction }) {
  const t = useText('gifts')
  const pending = useGifts(direction, 'pending')
  const closed = useGifts(direction, 'closed')
  const isEmpty = (list: typeof closed) => list.status === 'success' && list.items.length === 0
  if (isEmpty(pending) && isEmpty(closed)) return <Welcome direction={direction} />
  return (
    <>
      <section aria-labelledby="gf-pending">
        <h2 id="gf-pending" className="gf-heading">
          {t(`pending.${direction}`)}
        </h2>
        <ListView
          list={pending}
          className="wv-grid"
          label={t(`pending.${direction}`)}
          waiting={<RowSkeletons rows={1} height={240} />}
          empty={<EmptyInline text={t(`pending.${direction}None`)} />}
          keyOf={({ airdropId }) => airdropId}
        >
          {(gift) => <GiftCard gift={gift} />}
        </ListView>
      </section>
      <Panel title={t('history.title')} text={t(`history.${direction}`)}>
        <ListView
          list={closed}
          label={t('history.title')}
          empty={<EmptyInline text={t('history.none')} />}
          keyOf={({ airdropId }) => airdropId}
        >
          {(gift) => <GiftRow gift={gift} />}
        </ListView>
      </Panel>
    </>
  )
}

function Welcome({ direction }: { direction: Direction }) {
  const t = useText('gifts')
  const modal = useModal()
  return (
    <section className="wv-card">
      <EmptyState
        art={
          <div className="gf-welcome-art">
            <Parcel state="closed" />
          </div>
        }
        title={t(`welcome.${direction}`)}
        text={t(`welcome.${direction}Text`)}
        action={
          <Button onClick={() => modal.open('gift-wizard')}>
            <Icon name="gift" size={18} /> {t('wizard.title')}
          </Button>
        }
      />
    </section>
  )
}

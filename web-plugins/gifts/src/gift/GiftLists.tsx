// Pending gifts as cards, and the closed ones below.
import {
  Button,
  EmptyInline,
  EmptyState,
  ErrorMessage,
  Icon,
  ListView,
  LoadMoreButton,
  Panel,
  RowSkeletons,
  useModal,
  useText,
} from '@witverse/sdk'
import { useEffect } from 'react'
import { useGifts } from '../api/gifts'
import type { Direction } from '../api/types'
import { Parcel } from '../parts/Parcel'
import { GiftCard } from './GiftCard'
import { GiftRow } from './GiftRow'

export function GiftLists({ direction }: { direction: Direction }) {
  const t = useText('gifts')
  const pending = useGifts(direction, 'pending')
  const all = useGifts(direction, 'all')
  const nothing = pending.status === 'success' && all.status === 'success' && all.items.length === 0
  if (nothing && pending.items.length === 0) return <Welcome direction={direction} />
  return (
    <>
      <section aria-labelledby="gf-pending">
        <h2 id="gf-pending" className="gf-heading">
          {t(`pending.${direction}`)}
        </h2>
        <ListView
          list={pending}
          className="gf-cards"
          label={t(`pending.${direction}`)}
          waiting={<RowSkeletons rows={1} height={240} />}
          empty={<EmptyInline text={t(`pending.${direction}None`)} />}
          keyOf={({ airdropId }) => airdropId}
        >
          {(gift) => <GiftCard gift={gift} />}
        </ListView>
      </section>
      <Panel title={t('history.title')} text={t(`history.${direction}`)}>
        <History list={all} />
      </Panel>
    </>
  )
}

/** The number of closed gifts that are fetched at least. The server's pages also contain pending gifts. */
const FEW = 10

function History({ list }: { list: ReturnType<typeof useGifts> }) {
  const t = useText('gifts')
  const closed = list.items.filter(({ status }) => status !== 'pending')
  const wantsMore = closed.length < FEW && list.hasNextPage && !list.isFetchingNextPage
  const { fetchNextPage } = list
  useEffect(() => {
    if (wantsMore) void fetchNextPage()
  }, [wantsMore, fetchNextPage])
  if (list.status === 'pending') return <RowSkeletons />
  if (list.status === 'error') return <ErrorMessage error={list.error} onRetry={() => void list.refetch()} />
  return (
    <>
      {closed.length === 0 && !list.hasNextPage && <EmptyInline text={t('history.none')} />}
      {closed.length === 0 && list.hasNextPage && <RowSkeletons />}
      <ul className="wv-rows" aria-label={t('history.title')}>
        {closed.map((gift) => (
          <li key={gift.airdropId}>
            <GiftRow gift={gift} />
          </li>
        ))}
      </ul>
      {closed.length > 0 && <LoadMoreButton list={list} />}
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

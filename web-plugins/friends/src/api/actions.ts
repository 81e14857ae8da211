// Friend actions with optimistic updates. The server's answer corrects the cache afterwards.
import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type Person, payload, useApi, useText, useToast } from '@witverse/sdk'
import { KEYS } from './friends'
import type { FriendRequest, FriendState, Relation, Summary } from './types'

interface Page<T> {
  items: T[]
}

export function useFriendActions() {
  const t = useText('friends')
  const api = useApi()
  const toast = useToast()
  const queries = useQueryClient()

  /** Updates the cache, calls the server, and refetches whether the call succeeded or failed. */
  async function change<T>(update: () => void, call: Promise<T>): Promise<T> {
    await queries.cancelQueries({ queryKey: KEYS.all }) // an earlier answer would overwrite the optimistic update
    update()
    try {
      return await call
    } finally {
      void queries.invalidateQueries({ queryKey: KEYS.all })
    }
  }

  return {
    async ask(person: Person, state: FriendState = 'none') {
      const { nickname } = person
      const call = payload(api.POST('/api/v2/relationship/request/friend', { body: { nickname } }))
      const shown = state === 'received' ? 'friends' : 'sent'
      const { status } = await change(() => showState(queries, person, shown), call)
      // If the other person has sent a request meanwhile, both are friends now.
      toast(t(status === 1 ? 'said.accepted' : 'said.asked', { name: nickname }), 'good')
    },
    async answer(
      { relationshipId, person }: Pick<FriendRequest, 'relationshipId' | 'person'>,
      approve: boolean,
    ) {
      const body = { relationshipId, approve }
      const call = payload(api.POST('/api/v2/relationship/process/request', { body }))
      await change(() => {
        dropRequest(queries, relationshipId)
        showState(queries, person, approve ? 'friends' : 'none')
        count(queries, { received: -1, ...(approve && { friends: 1 }) })
      }, call)
      toast(
        t(approve ? 'said.accepted' : 'said.rejected', { name: person.nickname }),
        approve ? 'good' : 'plain',
      )
    },
    async cancel({ relationshipId, person }: Pick<FriendRequest, 'relationshipId' | 'person'>) {
      const call = payload(api.POST('/api/v2/relationship/cancel/request', { body: { relationshipId } }))
      await change(() => {
        dropRequest(queries, relationshipId)
        showState(queries, person, 'none')
        count(queries, { sent: -1 })
      }, call)
      toast(t('said.cancelled'))
    },
    async remove(person: Person) {
      const { nickname } = person
      const call = payload(api.POST('/api/v2/relationship/delete/friend', { body: { nickname } }))
      await change(() => {
        dropFrom<Person>(queries, KEYS.list, ({ userId }) => userId === person.userId)
        showState(queries, person, 'none')
        count(queries, { friends: -1 })
      }, call)
      toast(t('said.removed', { name: nickname }))
    },
  }
}

function showState(queries: QueryClient, person: Person, state: FriendState) {
  queries.setQueriesData<Page<Person & { state: FriendState }>>(
    { queryKey: ['friends', 'search'] },
    (known) =>
      known && {
        ...known,
        items: known.items.map((one) => (one.userId === person.userId ? { ...one, state } : one)),
      },
  )
  queries.setQueryData<Relation>(KEYS.relation(person.nickname), (known) => known && { ...known, state })
  if (state !== 'none') {
    queries.setQueryData<Page<Person>>(
      KEYS.suggestions,
      (known) => known && { ...known, items: known.items.filter(({ userId }) => userId !== person.userId) },
    )
  }
}

function dropRequest(queries: QueryClient, relationshipId: string) {
  for (const direction of ['received', 'sent'] as const) {
    const gone = (one: FriendRequest) => one.relationshipId === relationshipId
    dropFrom(queries, KEYS.requests(direction), gone)
  }
}

function dropFrom<T>(queries: QueryClient, key: readonly unknown[], gone: (item: T) => boolean) {
  queries.setQueryData<InfiniteData<Page<T>>>(
    key,
    (known) =>
      known && {
        ...known,
        pages: known.pages.map((page) => ({ ...page, items: page.items.filter((item) => !gone(item)) })),
      },
  )
}

function count(queries: QueryClient, by: Partial<Summary>) {
  queries.setQueryData<Summary>(
    KEYS.summary,
    (known) =>
      known && {
        friends: Math.max(0, known.friends + (by.friends ?? 0)),
        received: Math.max(0, known.received + (by.received ?? 0)),
        sent: Math.max(0, known.sent + (by.sent ?? 0)),
      },
  )
}

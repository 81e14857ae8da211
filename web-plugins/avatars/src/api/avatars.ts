// Queries and mutations of avatars. Their keys begin with `avatars`; own gear items belong to the items plugin, under `items`. The
// portrait is the picture of people who have set none, so a new look is a new picture.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type Payload, payload, useApi, useCaller, useHost, useList } from '@witverse/sdk'
import { renewPicture } from '../portrait/renew'

export type Avatar = Payload<'/api/v2/avatars/users/{id}', 'get'>
export type Look = Avatar['look']
export type AvatarVrm = NonNullable<Avatar['vrm']>
export type GearSlot = Avatar['gear'][number]['slot']
export type GearItem = Payload<'/api/item/inventory/craft/{a}/{b}', 'get'>['items'][number]

const PAGE_SIZE = 24
const keyOf = (userId: string) => ['avatars', 'user', userId] as const

export function useAvatar(userId: string) {
  const api = useApi()
  return useQuery({
    queryKey: keyOf(userId),
    queryFn: ({ signal }) =>
      payload(api.GET('/api/v2/avatars/users/{id}', { params: { path: { id: userId } }, signal })),
  })
}

function useRenewedPicture() {
  const { user } = useCaller()
  return () => {
    if (user?.default_img && !user.hasImage) void renewPicture(user.default_img)
  }
}

/** The portrait becomes the picture again: the one that the person had set is removed. */
export function useOwnPortrait() {
  const api = useApi()
  const { actions } = useHost()
  return async () => {
    const { profileImage } = await payload(api.PUT('/api/v2/user/image', { body: { fileId: null } }))
    await actions.reloadCaller()
    if (profileImage) void renewPicture(profileImage)
  }
}

export function useChooseAvatar(userId: string) {
  const api = useApi()
  const queries = useQueryClient()
  const renew = useRenewedPicture()
  return async (look: Look) => {
    try {
      const avatar = await payload(api.PUT('/api/user/avatars2', { body: look }))
      queries.setQueryData(keyOf(userId), avatar)
      renew()
    } catch (error) {
      // Chosen on another device, perhaps: the page shows what is stored.
      void queries.invalidateQueries({ queryKey: keyOf(userId) })
      throw error
    }
  }
}

/** The caller's items of the type gear, the newest first. */
export const useGearItems = () =>
  useList<GearItem>(['items', 'mine', 'gear', 'all'], (api, cursor, signal) =>
    payload(
      api.GET('/api/item/inventory/craft/{a}/{b}', {
        params: { path: { a: 'gear', b: 'all' }, query: { limit: PAGE_SIZE, ...cursor } },
        signal,
      }),
    ),
  )

/** Wears an item in a slot, or takes off what is worn there. */
export function useWear(userId: string) {
  const api = useApi()
  const queries = useQueryClient()
  const renew = useRenewedPicture()
  return async (slot: GearSlot, itemId: string | null) => {
    const avatar = await payload(api.PUT('/api/v2/avatars/gear', { body: { slot, itemId } }))
    queries.setQueryData(keyOf(userId), avatar)
    renew()
    await queries.invalidateQueries({ queryKey: ['items'] })
  }
}

/** Appears as an own VRM file, or as the chosen look again. */
export function useVrm(userId: string) {
  const api = useApi()
  const queries = useQueryClient()
  return async (fileId: string | null, confirmed = false) => {
    const avatar = await payload(api.PUT('/api/v2/avatars/vrm', { body: { fileId, confirmed } }))
    queries.setQueryData(keyOf(userId), avatar)
  }
}

/** For administrators: a person appears as their chosen look again. */
export function useTakeOffVrm(userId: string) {
  const api = useApi()
  const queries = useQueryClient()
  return async () => {
    const path = { id: userId }
    const avatar = await payload(api.DELETE('/api/v2/avatars/users/{id}/vrm', { params: { path } }))
    queries.setQueryData(keyOf(userId), avatar)
  }
}

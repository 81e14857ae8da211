// Actions of the administrators of a world. Each refetches what it changed.
import { useQueryClient } from '@tanstack/react-query'
import { payload, useApi, worldKey } from '@witverse/sdk'
import { INSIDE } from './inside'
import type { WorldView } from './types'

export interface NewMembership {
  name: { ko: string; en: string }
  quantity: number
  price: number
  deadline: string | null
}

export interface NewEntry {
  nickname: string
  reason: string
  until: string | null
}

export function useManageWorld(world: WorldView) {
  const api = useApi()
  const queries = useQueryClient()
  const id = world.worldId

  async function change<T>(call: Promise<T>): Promise<T> {
    try {
      return await call
    } finally {
      void queries.invalidateQueries({ queryKey: INSIDE.all(id) })
      void queries.invalidateQueries({ queryKey: worldKey(world.worldName) })
    }
  }

  return {
    appoint: (nickname: string) =>
      change(
        payload(api.POST('/api/v3/worlds/{id}/admins', { params: { path: { id } }, body: { nickname } })),
      ),
    dismiss: (userId: string) =>
      change(
        payload(api.DELETE('/api/v3/worlds/{id}/admins/{userId}', { params: { path: { id, userId } } })),
      ),
    blacklist: (body: NewEntry) =>
      change(payload(api.POST('/api/v3/worlds/{id}/blacklist', { params: { path: { id } }, body }))),
    unlist: (userId: string) =>
      change(
        payload(api.DELETE('/api/v3/worlds/{id}/blacklist/{userId}', { params: { path: { id, userId } } })),
      ),
    openMembership: (body: NewMembership) =>
      change(payload(api.POST('/api/v3/worlds/{id}/collections', { params: { path: { id } }, body }))),
    changeMarketRule: (membershipFirst: boolean) =>
      change(
        payload(
          api.PUT('/api/v3/worlds/{id}/admin/market-rule', {
            params: { path: { id } },
            body: { membershipFirst },
          }),
        ),
      ),
    renewLink: () =>
      change(payload(api.POST('/api/v3/worlds/{id}/invitation', { params: { path: { id } } }))),
    revokeLink: () =>
      change(payload(api.DELETE('/api/v3/worlds/{id}/invitation', { params: { path: { id } } }))),
    changeTexts: (description: { ko: string; en: string }, hue: number) =>
      change(payload(api.PUT('/api/v3/worlds/admins/texts', { body: { worldId: id, description, hue } }))),
    /** Ids of uploaded files; null removes a picture, and an absent one is kept. */
    changeImages: (pictures: { logo?: string | null; thumbnail?: string | null }) =>
      change(payload(api.PUT('/api/v3/worlds/admins/img', { body: { worldId: id, ...pictures } }))),
    changeVisibility: (isPublic: boolean) =>
      change(payload(api.PUT('/api/v3/worlds/admins/visibility', { body: { worldId: id, isPublic } }))),
  }
}

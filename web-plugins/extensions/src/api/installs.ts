// Queries and actions about the plugins of a world. Their keys begin with `extensions`.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { payload, useApi, useList } from '@witverse/sdk'
import type { Grant, History } from './types'

const KEYS = {
  installs: (worldId: string) => ['extensions', 'installs', worldId],
  history: (worldId: string, id: string) => ['extensions', 'history', worldId, id],
  pages: (world: string) => ['extensions', 'pages', world],
}

export function useInstalls(worldId: string) {
  const api = useApi()
  return useQuery({
    queryKey: KEYS.installs(worldId),
    queryFn: ({ signal }) =>
      payload(api.GET('/api/v3/worlds/{worldId}/plugins', { params: { path: { worldId } }, signal })),
  })
}

/** The address of a document of an install, on its own host. */
export function frameAddress(install: string, frameHost: string, file: string): string {
  const { protocol, port } = location
  return `${protocol}//${install}.${frameHost}${port && `:${port}`}/${file}`
}

/** The pages of a world's plugins; `world` is its name or its id. */
export function useExtensions(world: string) {
  const api = useApi()
  return useQuery({
    queryKey: KEYS.pages(world),
    queryFn: ({ signal }) =>
      payload(
        api.GET('/api/v3/worlds/{worldId}/extensions', { params: { path: { worldId: world } }, signal }),
      ),
  })
}

export const useHistory = (worldId: string, id: string) =>
  useList<History>(KEYS.history(worldId, id), (api, cursor, signal) => {
    const params = { path: { worldId, id }, query: { limit: '10', ...cursor } }
    return payload(api.GET('/api/v3/worlds/{worldId}/plugins/{id}/events', { params, signal }))
  })

export function useManagePlugins(worldId: string) {
  const api = useApi()
  const queries = useQueryClient()
  const reloaded = async <T>(work: Promise<T>) => {
    const done = await work
    await queries.invalidateQueries({ queryKey: ['extensions'] })
    return done
  }
  const of = (id: string) => ({ params: { path: { worldId, id } } })
  return {
    upload: (file: File) =>
      payload(
        api.POST('/api/v3/worlds/{worldId}/plugin-packages', {
          params: { path: { worldId } },
          headers: { 'content-type': 'application/octet-stream' },
          body: file as never,
          bodySerializer: (body: unknown) => body as File,
        }),
      ),
    install: (digest: string, grant: Grant) =>
      reloaded(
        payload(
          api.POST('/api/v3/worlds/{worldId}/plugins', {
            params: { path: { worldId } },
            body: { package: digest, grant },
          }),
        ),
      ),
    upgrade: (id: string, digest: string, grant: Grant) =>
      reloaded(
        payload(
          api.POST('/api/v3/worlds/{worldId}/plugins/{id}/version', {
            ...of(id),
            body: { package: digest, grant },
          }),
        ),
      ),
    change: (id: string, body: { enabled?: boolean; grant?: Grant }) =>
      reloaded(payload(api.PATCH('/api/v3/worlds/{worldId}/plugins/{id}', { ...of(id), body }))),
    rollBack: (id: string) =>
      reloaded(payload(api.POST('/api/v3/worlds/{worldId}/plugins/{id}/rollback', of(id)))),
    uninstall: (id: string) => reloaded(payload(api.DELETE('/api/v3/worlds/{worldId}/plugins/{id}', of(id)))),
    restore: (id: string) =>
      reloaded(payload(api.POST('/api/v3/worlds/{worldId}/plugins/{id}/restore', of(id)))),
    payIn: (id: string, amount: number, key: string) =>
      reloaded(
        payload(
          api.POST('/api/v3/worlds/{worldId}/plugins/{id}/funds', { ...of(id), body: { amount, key } }),
        ),
      ),
  }
}

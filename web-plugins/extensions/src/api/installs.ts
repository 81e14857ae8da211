// Queries and actions about the plugins of a world. Their keys begin with `extensions`.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { omitEmpty, payload, useApi, useList } from '@witverse/sdk'
import type { CataloguePlugin, Grant, History, LogLine } from './types'

const KEYS = {
  installs: (worldId: string) => ['extensions', 'installs', worldId],
  history: (worldId: string, id: string) => ['extensions', 'history', worldId, id],
  log: (worldId: string, id: string) => ['extensions', 'log', worldId, id],
  players: (worldId: string, id: string) => ['extensions', 'players', worldId, id],
  contents: (worldId: string, id: string) => ['extensions', 'contents', worldId, id],
  catalogue: (worldId: string, search: string) => ['extensions', 'catalogue', worldId, search],
  pages: (world: string) => ['extensions', 'pages', world],
  profile: (person: string) => ['extensions', 'profile', person],
}

export function useInstalls(worldId: string) {
  const api = useApi()
  return useQuery({
    queryKey: KEYS.installs(worldId),
    queryFn: ({ signal }) =>
      payload(api.GET('/api/v3/worlds/{worldId}/plugins', { params: { path: { worldId } }, signal })),
  })
}

/** The plugins that the platform has reviewed, the latest first. */
export const useCatalogue = (worldId: string, search: string) =>
  useList<CataloguePlugin>(KEYS.catalogue(worldId, search), (api, cursor, signal) => {
    const query = { limit: '12', ...omitEmpty({ search }), ...cursor }
    return payload(
      api.GET('/api/v3/worlds/{worldId}/plugin-catalogue', { params: { path: { worldId }, query }, signal }),
    )
  })

/** The address of the platform's document that holds a page of an install, on the host of the install. */
export function frameAddress(install: string, frameHost: string, file: string): string {
  const { protocol, port } = location
  return `${protocol}//${install}.${frameHost}${port && `:${port}`}/-/frame?page=${file}`
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

/** The pages on the caller's own profile. */
export function useProfilePages(person: string) {
  const api = useApi()
  return useQuery({
    queryKey: KEYS.profile(person),
    queryFn: ({ signal }) => payload(api.GET('/api/v3/extensions', { signal })),
  })
}

export const useHistory = (worldId: string, id: string) =>
  useList<History>(KEYS.history(worldId, id), (api, cursor, signal) => {
    const params = { path: { worldId, id }, query: { limit: '10', ...cursor } }
    return payload(api.GET('/api/v3/worlds/{worldId}/plugins/{id}/events', { params, signal }))
  })

export const useLog = (worldId: string, id: string) =>
  useList<LogLine>(KEYS.log(worldId, id), (api, cursor, signal) => {
    const params = { path: { worldId, id }, query: { limit: '20', ...cursor } }
    return payload(api.GET('/api/v3/worlds/{worldId}/plugins/{id}/logs', { params, signal }))
  })

/** Holds WIT of the caller for a plugin, after they have confirmed it. `player`: the number of a made-up player in a trial, who pays with play money; 0 for oneself. */
export function useCharge(worldName: string, install: string, player: number) {
  const api = useApi()
  return (body: { amount: number; reason: string; key: string }) =>
    payload(
      api.POST('/api/v3/worlds/{worldId}/plugins/{id}/charges', {
        params: { path: { worldId: worldName, id: install } },
        ...(player > 0 && { headers: { 'x-witverse-player': String(player) } }),
        body,
      }),
    )
}

/** The people as whom a plugin on trial can be used, and their play money. Without a trial, nothing is asked. */
export function usePlayers(worldId: string, trial: string | null) {
  const api = useApi()
  return useQuery({
    queryKey: KEYS.players(worldId, trial ?? ''),
    queryFn: ({ signal }) =>
      payload(
        api.GET('/api/v3/worlds/{worldId}/plugins/{id}/players', {
          params: { path: { worldId, id: trial ?? '' } },
          signal,
        }),
      ),
    enabled: trial !== null,
    refetchInterval: 5_000,
  })
}

/** What a plugin holds; counted anew each time. */
export function useContents(worldId: string, id: string) {
  const api = useApi()
  return useQuery({
    queryKey: KEYS.contents(worldId, id),
    queryFn: ({ signal }) =>
      payload(
        api.GET('/api/v3/worlds/{worldId}/plugins/{id}/contents', {
          params: { path: { worldId, id } },
          signal,
        }),
      ),
    gcTime: 0,
  })
}

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
    /** An uploaded package, as an upload answers it. */
    review: (digest: string) =>
      payload(
        api.GET('/api/v3/worlds/{worldId}/plugin-packages/{digest}', {
          params: { path: { worldId, digest } },
        }),
      ),
    /** `trial` runs it for the people who manage the world alone. */
    install: (digest: string, grant: Grant, choice: { trial?: boolean; agreedKey?: string }) =>
      reloaded(
        payload(
          api.POST('/api/v3/worlds/{worldId}/plugins', {
            params: { path: { worldId } },
            body: { package: digest, grant, ...choice },
          }),
        ),
      ),
    upgrade: (id: string, digest: string, grant: Grant, choice: { agreedKey?: string; isEarly?: boolean }) =>
      reloaded(
        payload(
          api.POST('/api/v3/worlds/{worldId}/plugins/{id}/version', {
            ...of(id),
            body: { package: digest, grant, ...choice },
          }),
        ),
      ),
    change: (
      id: string,
      body: { enabled?: boolean; autoUpdate?: boolean; grant?: Grant; settings?: Record<string, unknown> },
    ) => reloaded(payload(api.PATCH('/api/v3/worlds/{worldId}/plugins/{id}', { ...of(id), body }))),
    rollBack: (id: string) =>
      reloaded(payload(api.POST('/api/v3/worlds/{worldId}/plugins/{id}/rollback', of(id)))),
    finish: (id: string) =>
      reloaded(payload(api.POST('/api/v3/worlds/{worldId}/plugins/{id}/finish', of(id)))),
    uninstall: (id: string) => reloaded(payload(api.DELETE('/api/v3/worlds/{worldId}/plugins/{id}', of(id)))),
    /** The answer is a zip, so it is wrapped in the usual envelope. */
    download: (id: string) => {
      const response = api.GET('/api/v3/worlds/{worldId}/plugins/{id}/export', { ...of(id), parseAs: 'blob' })
      return reloaded(
        payload<Blob>(
          response.then(({ data, ...rest }) => ({ ...rest, ...(data && { data: { payload: data } }) })),
        ),
      )
    },
    restore: (id: string) =>
      reloaded(payload(api.POST('/api/v3/worlds/{worldId}/plugins/{id}/restore', of(id)))),
    /** To the owner of the world. */
    payOut: (id: string, amount: number, key: string) =>
      reloaded(
        payload(
          api.POST('/api/v3/worlds/{worldId}/plugins/{id}/payouts', { ...of(id), body: { amount, key } }),
        ),
      ),
    payIn: (id: string, amount: number, key: string) =>
      reloaded(
        payload(
          api.POST('/api/v3/worlds/{worldId}/plugins/{id}/funds', { ...of(id), body: { amount, key } }),
        ),
      ),
  }
}

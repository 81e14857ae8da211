// Builds the host: stores, API client, session. All access to browser globals starts here.
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import {
  ApiError,
  createApi,
  createAuthorizedFetch,
  createTokenStore,
  describeError,
} from '@witverse/api-client'
import { type Boot, type LocalText, onDevice } from '@witverse/sdk'
import {
  createBridge,
  createLiveBus,
  createToasts,
  type Host,
  type HostState,
  onCannotSave,
  serverClock,
} from '@witverse/sdk/host'
import { createStore } from 'zustand'
import { forgetPush } from '../features/push/forget-push'
import { createSession, type Session } from '../features/session/session'
import { PageSlot } from '../lib/Slot'
import { hasChosenLanguage, readLanguage, storeLanguage } from './language'
import { readTheme, storeTheme } from './theme'

const STALE_MS = 60_000
/** Not among the texts, because a session can end before they are loaded. */
const ENDED: LocalText = {
  ko: '로그인이 만료되었습니다. 다시 로그인해 주세요.',
  en: 'Your session has ended. Please log in again.',
}

const CANNOT_SAVE: LocalText = {
  ko: '이 앱에서는 파일을 저장할 수 없습니다. 메뉴에서 ‘다른 브라우저로 열기’를 눌러 주세요.',
  en: 'This app can’t save files. Open this page in your browser from its menu.',
}

export function createHost(boot: Boot): { host: Host; queries: QueryClient; session: Session } {
  const tokens = createTokenStore(onDevice, window)
  const store = createStore<HostState>()(() => ({
    caller: { status: tokens.read() ? 'loading' : 'visitor', user: null },
    language: readLanguage(onDevice, boot.language),
    theme: readTheme(onDevice),
    toast: null,
    modals: [],
  }))
  document.documentElement.lang = store.getState().language

  const toasts = createToasts((toast) => store.setState({ toast }))
  const queries = createQueries((error) =>
    toasts.showToast(describeError(error, store.getState().language), 'bad'),
  )
  onCannotSave(() => toasts.showToast(CANNOT_SAVE[store.getState().language], 'bad'))
  const announceEnd = () => toasts.showToast(ENDED[store.getState().language], 'bad')
  const fetch = createAuthorizedFetch({
    tokens,
    fetch: (request) => window.fetch(request),
    origin: location.origin,
    language: () => store.getState().language,
    onSignedOut: announceEnd, // the token store notifies the session
    onAnswer: serverClock.observe,
  })
  const api = createApi(fetch, location.origin)
  const live = createLiveBus()

  function showLanguage(language: HostState['language']) {
    storeLanguage(onDevice, document, language)
    store.setState({ language })
  }

  const session = createSession({
    onEnded: announceEnd,
    api,
    fetch,
    live,
    tokens,
    queries,
    store,
    adoptLanguage: (language) => {
      if (!hasChosenLanguage(onDevice)) showLanguage(language)
    },
  })

  const host: Host = {
    store,
    api,
    live,
    boot,
    bridge: createBridge(window, api, () => store.getState().caller.user?.id),
    Slot: PageSlot,
    actions: {
      ...toasts,
      reloadCaller: session.reloadCaller,
      async signOut() {
        await forgetPush(navigator, api).catch(() => undefined) // a failure does not keep the session open
        await session.signOut()
      },
      setLanguage(language) {
        showLanguage(language)
        if (tokens.read()) void api.PUT('/api/user/language', { body: { language } }).catch(() => undefined)
      },
      setTheme(theme) {
        storeTheme(onDevice, document, theme)
        store.setState({ theme })
      },
      openModal: (id, data = null) => store.setState({ modals: [{ id, data }] }),
      closeModal: (id) =>
        store.setState(({ modals }) => ({ modals: modals.filter((modal) => modal.id !== id) })),
    },
  }
  return { host, queries, session }
}

/**
 * A query's first fetch is never cancelled, so an answer that was on its way when a change ended shows the state before
 * it. Such a query is invalidated once more when its answer is there.
 */
class Queries extends QueryClient {
  override async invalidateQueries(...[filters, options]: Parameters<QueryClient['invalidateQueries']>) {
    const first = this.getQueryCache()
      .findAll({ ...filters, fetchStatus: 'fetching' })
      .filter((query) => query.state.data === undefined)
    const again = first.map(async (query) => {
      await query.promise?.catch(() => undefined) // its screen shows the error
      await super.invalidateQueries({ ...filters, queryKey: query.queryKey, exact: true }, options)
    })
    await Promise.all([super.invalidateQueries(filters, options), ...again])
  }
}

/** What a person may not see any more is not kept on the screen. */
const ENDS = [401, 403, 404, 410]

/**
 * Stale after 60 s, no retry. A failed mutation without its own error handler shows a toast. A failed refetch is no error of
 * the query: its page stays, because a room or an editor must not end with one lost answer. `Loaded` of the SDK shows a line,
 * which it derives from `errorUpdatedAt`.
 */
export function createQueries(showError: (error: unknown) => void): QueryClient {
  return new Queries({
    queryCache: new QueryCache({
      onError(error, query) {
        // The list of a next page that failed says so at its end.
        if (query.state.data === undefined || query.state.fetchMeta?.fetchMore) return
        if (error instanceof ApiError && ENDS.includes(error.status)) return
        query.setState({ status: 'success', error: null })
      },
    }),
    defaultOptions: {
      // Without a connection a query fails at once instead of waiting, so that its screen shows the error. It is fetched
      // again when the connection returns.
      queries: {
        staleTime: STALE_MS,
        retry: false,
        refetchOnWindowFocus: false,
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
    mutationCache: new MutationCache({
      onError: (error, _variables, _context, mutation) => {
        if (!mutation.options.onError) showError(error)
      },
    }),
  })
}

// Loads parts of the shell as separate chunks with their texts, when they are first shown.
// Loading never rejects into the router: a failed part shows an error with a retry button.
import { ErrorBoundary, type Messages, Modal, PageSkeleton, Skeleton, useText } from '@witverse/sdk'
import type { i18n } from 'i18next'
import { type ComponentType, type ReactNode, Suspense, use, useContext, useEffect, useState } from 'react'
import { I18nContext } from 'react-i18next'
import { useWhenOnline } from '../parts/useOnline'
import { PluginDown } from '../screens/PluginDown'
import type { ModalProps } from './modal-props'

/** The texts of one namespace in both languages. */
export interface Texts {
  namespace: string
  ko: Messages
  en: Messages
}

export interface PartModule<P> {
  default: ComponentType<P>
  texts: Texts[]
}

type Result<P> = { Part: ComponentType<P> } | { error: unknown }

interface Frames<P> {
  Waiting: () => ReactNode
  Down: (props: P & { onRetry: () => void }) => ReactNode
}

export function addTexts(i18n: i18n, texts: Texts[]) {
  for (const { namespace, ko, en } of texts) {
    i18n.addResourceBundle('ko', namespace, ko, true, true)
    i18n.addResourceBundle('en', namespace, en, true, true)
  }
}

/** Returns the shared instance: `useTranslation` returns a copy per component. */
function useTexts(): i18n {
  const { i18n } = useContext(I18nContext)
  if (!i18n) throw new Error('I18nextProvider is missing')
  return i18n
}

/** A chunk with several parts. It is fetched once; a failed fetch can be repeated. */
export interface Chunk<M> {
  load: () => Promise<M>
  /** The loaded module, if it is there. */
  peek: () => M | undefined
}

export function createChunk<M>(fetch: () => Promise<M>): Chunk<M> {
  let loaded: M | undefined
  let loading: Promise<M> | undefined
  async function load(): Promise<M> {
    try {
      loaded = await fetch()
      return loaded
    } catch (error) {
      loading = undefined
      throw error
    }
  }
  return {
    load() {
      loading ??= load()
      return loading
    },
    peek: () => loaded,
  }
}

function lazyPart<P extends object>(
  load: () => Promise<PartModule<P>>,
  { Waiting, Down }: Frames<P>,
  peek: () => PartModule<P> | undefined = () => undefined,
) {
  const known = new WeakMap<i18n, Promise<Result<P>>>()
  const there = new WeakMap<i18n, Result<P>>()

  /** Skips Suspense if the chunk is loaded, so that one modal replaces another without a gap. */
  function resultAtOnce(i18n: i18n): Result<P> | undefined {
    const part = peek()
    if (part && !there.has(i18n)) {
      addTexts(i18n, part.texts)
      there.set(i18n, { Part: part.default })
    }
    return there.get(i18n)
  }

  function resultFor(i18n: i18n): Promise<Result<P>> {
    const found = known.get(i18n)
    if (found) return found
    const loading = load().then(
      (part) => {
        addTexts(i18n, part.texts)
        return { Part: part.default }
      },
      (error: unknown) => {
        reportError(error)
        return { error }
      },
    )
    known.set(i18n, loading)
    return loading
  }

  function Loaded({ onRetry, ...props }: P & { onRetry: () => void }) {
    const i18n = useTexts()
    const result = resultAtOnce(i18n) ?? use(resultFor(i18n))
    const own = props as unknown as P
    return 'error' in result ? <Down {...own} onRetry={onRetry} /> : <result.Part {...own} />
  }

  return function Part(props: P) {
    const i18n = useTexts()
    const [attempt, setAttempt] = useState(0)
    const retry = () => {
      known.delete(i18n)
      setAttempt(attempt + 1)
    }
    return (
      <ErrorBoundary key={attempt} fallback={() => <Down {...props} onRetry={retry} />}>
        <Suspense fallback={<Waiting />}>
          <Loaded {...props} onRetry={retry} />
        </Suspense>
      </ErrorBoundary>
    )
  }
}

export const lazyScreen = (load: () => Promise<PartModule<object>>) =>
  lazyPart(load, { Waiting: ScreenWaiting, Down: PluginDown })

export const lazyModal = <M,>(chunk: Chunk<M>, pick: (module: M) => PartModule<ModalProps>) =>
  lazyPart(
    async () => pick(await chunk.load()),
    { Waiting: ModalWaiting, Down: ModalDown },
    () => {
      const module = chunk.peek()
      return module && pick(module)
    },
  )

function ScreenWaiting() {
  return <PageSkeleton />
}

/** Shows the layer at once, the card after a noticeable delay. */
export function ModalWaiting() {
  const t = useText('shell')
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), 150)
    return () => clearTimeout(timer)
  }, [])
  if (!slow) return null
  return (
    <div className="wv-modal-layer" role="status" aria-label={t('loading')}>
      <div className="wv-modal sh-modal-waiting">
        <Skeleton className="is-title" />
        <Skeleton className="is-line" />
        <Skeleton style={{ height: 120 }} />
      </div>
    </div>
  )
}

export function ModalDown({ close, onRetry }: ModalProps & { onRetry: () => void }) {
  const t = useText('shell')
  useWhenOnline(onRetry)
  return (
    <Modal open onClose={close} title={t('screens.pluginDown')} description={t('screens.pluginDownText')}>
      <button type="button" className="wv-button is-secondary is-medium is-wide" onClick={onRetry}>
        {t('retry')}
      </button>
    </Modal>
  )
}

// One upload: its phase, progress and error, and what the person can do about it.
import { useCallback, useEffect, useRef, useState } from 'react'
import { useApi, useCaller } from '../host/context'
import { type Purpose, type UploadedFile, uploadFile } from './upload'

/** `waiting`: the line was dropped, and the upload continues by itself. */
export type UploadPhase = 'idle' | 'sending' | 'waiting' | 'checking' | 'ready' | 'failed'

interface State {
  phase: UploadPhase
  name: string
  /** The share of the file that the server has stored, from 0 to 1. */
  progress: number
  file: UploadedFile | null
  error: unknown
}

export interface Upload extends State {
  start: (file: File) => void
  /** After a failure: continues where the upload has stopped. */
  retry: () => void
  /** Ends the upload and deletes what was sent. */
  cancel: () => void
}

const IDLE: State = { phase: 'idle', name: '', progress: 0, file: null, error: null }

export function useUpload(
  purpose: Purpose,
  { onReady }: { onReady?: (file: UploadedFile) => void } = {},
): Upload {
  const api = useApi()
  const account = useCaller().user?.id ?? ''
  const [state, setState] = useState<State>(IDLE)
  const current = useRef<{ abort: AbortController; source: File; id: string | null } | null>(null)
  const ready = useRef(onReady)
  useEffect(() => {
    ready.current = onReady
  }, [onReady])
  // An upload that was left continues after the file is chosen again.
  useEffect(() => () => current.current?.abort.abort(), [])

  const start = useCallback(
    (source: File) => {
      current.current?.abort.abort()
      const abort = new AbortController()
      const run = { abort, source, id: null as string | null }
      current.current = run
      const change = (more: Partial<State>) => {
        if (current.current === run) setState((before) => ({ ...before, ...more }))
      }
      setState({ ...IDLE, phase: 'sending', name: source.name })
      uploadFile({
        api,
        file: source,
        purpose,
        account,
        signal: abort.signal,
        onPhase: (phase) => change({ phase }),
        onSent: (bytes) => change({ progress: source.size === 0 ? 0 : bytes / source.size }),
        onCreated: (id) => {
          run.id = id
        },
      }).then(
        (file) => {
          change({ phase: 'ready', progress: 1, file })
          if (current.current === run) ready.current?.(file)
        },
        (error: unknown) => {
          if (!abort.signal.aborted) change({ phase: 'failed', error })
        },
      )
    },
    [api, account, purpose],
  )

  const retry = useCallback(() => {
    if (current.current) start(current.current.source)
  }, [start])

  const cancel = useCallback(() => {
    const run = current.current
    current.current = null
    setState(IDLE)
    run?.abort.abort()
    if (run?.id)
      void api.DELETE('/api/files/{id}', { params: { path: { id: run.id } } }).catch(() => undefined)
  }, [api])

  return { ...state, start, retry, cancel }
}

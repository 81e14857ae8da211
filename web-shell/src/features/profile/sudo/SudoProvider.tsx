// Repeats calls that need a confirmation of identity. While the provider is shown, each call of the API that is answered
// with `reauthentication_required` asks for the password or a passkey and is sent again, also a call of a plugin's screen.
// `useSudo()(task)` does the same for a task that is more than one call.
import {
  ApiError,
  Button,
  DISMISSED,
  Icon,
  Modal,
  TextInput,
  useAction,
  useApi,
  useText,
} from '@witverse/sdk'
import { Form, FormError, FormField, SubmitButton, useZodForm, z } from '@witverse/sdk/forms'
import type { Host } from '@witverse/sdk/host'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react'
import { canUsePasskeys, PasskeyDismissed } from '../../passkeys/webauthn'
import { useDelay } from '../../sign-in/useDelay'
import { password } from '../../validation/schema'
import { reauthenticate, reauthenticateWithPasskey } from '../api'

type Sudo = <T>(task: () => Promise<T>) => Promise<T>

const SudoContext = createContext<Sudo | null>(null)

export function useSudo(): Sudo {
  const sudo = useContext(SudoContext)
  if (!sudo) throw new Error('SudoProvider is missing')
  return sudo
}

const REQUIRED = 'reauthentication_required'

/** Sends a request again after `confirm` resolved. */
function repeatConfirmed(confirm: () => Promise<void>): Parameters<Host['api']['use']>[0] {
  const copies = new Map<string, Request>()
  return {
    onRequest({ request, id }) {
      if (request.method !== 'GET') copies.set(id, request.clone())
    },
    async onResponse({ response, id, options }) {
      const copy = copies.get(id)
      copies.delete(id)
      if (!copy || response.status !== 403 || (await codeOf(response)) !== REQUIRED) return undefined
      await confirm()
      return options.fetch(copy)
    },
    onError({ id }) {
      copies.delete(id)
    },
  }
}

async function codeOf(response: Response): Promise<unknown> {
  const body = (await response
    .clone()
    .json()
    .catch(() => null)) as { code?: unknown } | null
  return body?.code
}

export function SudoProvider({ children }: { children: ReactNode }) {
  const [asking, setAsking] = useState(false)
  const waiting = useRef<{ resolve: () => void; reject: (error: Error) => void }[]>([])

  const confirm = useCallback(
    () =>
      new Promise<void>((resolve, reject) => {
        waiting.current.push({ resolve, reject })
        setAsking(true)
      }),
    [],
  )
  const sudo = useCallback<Sudo>(
    async (task) => {
      try {
        return await task()
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== REQUIRED) throw error
      }
      await confirm()
      return task()
    },
    [confirm],
  )

  const api = useApi()
  useEffect(() => {
    const middleware = repeatConfirmed(confirm)
    api.use(middleware)
    return () => api.eject(middleware)
  }, [api, confirm])

  function answer(confirmed: boolean) {
    setAsking(false)
    const callers = waiting.current
    waiting.current = []
    for (const { resolve, reject } of callers) {
      if (confirmed) resolve()
      else reject(notConfirmed())
    }
  }

  return (
    <SudoContext value={sudo}>
      {children}
      {asking && <SudoModal onConfirmed={() => answer(true)} onClose={() => answer(false)} />}
    </SudoContext>
  )
}

const notConfirmed = () =>
  new ApiError({
    status: 0,
    code: DISMISSED,
    language: { ko: '본인 확인을 하지 않았습니다.', en: 'You did not confirm your identity.' },
  })

const SCHEMA = z.object({ password })

function SudoModal({ onConfirmed, onClose }: { onConfirmed: () => void; onClose: () => void }) {
  const t = useText('shell-sudo')
  const api = useApi()
  const delay = useDelay()
  const form = useZodForm({
    texts: 'shell-sudo',
    schema: SCHEMA,
    initial: { password: '' },
    submit: async ({ password }) => {
      await reauthenticate(api, password)
      onConfirmed()
    },
    placeError: (error) => {
      if (error.retryAfterSeconds) delay.wait(error.retryAfterSeconds)
      return null
    },
  })
  const passkey = useAction(async () => {
    try {
      await reauthenticateWithPasskey(api)
    } catch (error) {
      if (error instanceof PasskeyDismissed) return
      throw error
    }
    onConfirmed()
  })

  return (
    <Modal open onClose={onClose} title={t('title')} description={t('text')}>
      <Form form={form}>
        <FormField form={form} name="password">
          {(field) => (
            <TextInput
              {...field}
              label={t('fields.password')}
              type="password"
              autoComplete="current-password"
            />
          )}
        </FormField>
        <FormError form={form} />
        <SubmitButton form={form} wide disabled={delay.secondsLeft > 0}>
          {delay.secondsLeft > 0 ? t('wait', { seconds: delay.secondsLeft }) : t('submit')}
        </SubmitButton>
      </Form>
      {canUsePasskeys() && (
        <>
          <p className="sh-or">{t('or')}</p>
          <Button variant="secondary" wide pending={passkey.pending} onClick={passkey.run}>
            <Icon name="key" size={18} /> {t('passkey')}
          </Button>
        </>
      )}
    </Modal>
  )
}

// `?login=`: signs this browser in with the one-use code of another. Whoever is signed in here already is asked
// first: a link must not quietly put somebody into an account that is not theirs.
import {
  Button,
  describeError,
  Modal,
  Skeleton,
  useApi,
  useCaller,
  useLanguage,
  useModal,
  useText,
  useToast,
} from '@witverse/sdk'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type ModalProps, textIn } from '../modal-props'
import { useSession } from '../session/session-context'
import { redeemLoginCode } from '../sign-in/api'
import { FormError } from '../sign-in/FormError'

export function LoginLinkModal({ data, close }: ModalProps) {
  const t = useText('shell-entry')
  const { language } = useLanguage()
  const api = useApi()
  const modal = useModal()
  const toast = useToast()
  const session = useSession()
  const { status, user } = useCaller()
  const [failure, setFailure] = useState<unknown>(null)
  const [pending, setPending] = useState(false)
  const begun = useRef(false)
  const code = textIn(data, 'code')

  async function redeem() {
    begun.current = true
    setPending(true)
    try {
      const answer = await redeemLoginCode(api, code)
      session.signIn(answer.accessToken)
      toast(t('loginLink.done', { name: answer.user.nickname ?? answer.user.email }), 'good')
      close()
    } catch (error) {
      setFailure(error)
    } finally {
      setPending(false)
    }
  }
  const redeemAtOnce = useEffectEvent(() => {
    if (!begun.current && !session.isSignedIn()) void redeem()
  })
  useEffect(() => {
    if (status === 'visitor') redeemAtOnce()
  }, [status])

  if (failure) {
    return (
      <Modal
        key="failed"
        open
        onClose={close}
        title={t('loginLink.failed')}
        description={t('loginLink.failedText')}
      >
        <div className="wv-form">
          <FormError text={describeError(failure, language)} />
          {user ? (
            <Button wide onClick={close}>
              {t('loginLink.stay', { name: user.nickname ?? user.email })}
            </Button>
          ) : (
            <Button wide onClick={() => modal.open('sign-in')}>
              {t('signIn.open')}
            </Button>
          )}
        </div>
      </Modal>
    )
  }
  if (user && !pending && !begun.current) {
    const name = user.nickname ?? user.email
    return (
      <Modal
        key="ask"
        open
        onClose={close}
        closeOnOutside={false}
        title={t('loginLink.ask')}
        description={t('loginLink.askText', { name })}
      >
        <div className="wv-form">
          <Button wide onClick={redeem}>
            {t('loginLink.switch')}
          </Button>
          <Button wide look="secondary" onClick={close}>
            {t('loginLink.stay', { name })}
          </Button>
        </div>
      </Modal>
    )
  }
  return (
    <Modal open onClose={close} title={t('loginLink.working')}>
      <div className="wv-form" role="status" aria-label={t('loading')}>
        <Skeleton style={{ height: 44 }} />
        <Skeleton style={{ height: 44 }} />
      </div>
    </Modal>
  )
}

// `?login=`: logs this browser in with the one-use code of another, after the person has confirmed the account. The link
// can come from an attacker who wants the person to use the attacker's account.
import {
  Avatar,
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
import { useEffect, useState } from 'react'
import { type ModalProps, textIn } from '../../lib/modal-props'
import { useSession } from '../session/session-context'
import { type CodeAccount, describeLoginCode, redeemLoginCode } from '../sign-in/api'
import { FormError } from '../sign-in/FormError'

export function LoginLinkModal({ data, close }: ModalProps) {
  const t = useText('shell-entry')
  const api = useApi()
  const toast = useToast()
  const session = useSession()
  const { status, user } = useCaller()
  const [account, setAccount] = useState<CodeAccount | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [pending, setPending] = useState(false)
  const code = textIn(data, 'code')

  useEffect(() => {
    let left = false
    describeLoginCode(api, code).then(
      (found) => left || setAccount(found),
      (error: unknown) => left || setFailure(error),
    )
    return () => {
      left = true
    }
  }, [api, code])

  async function redeem() {
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

  if (failure) return <LinkFailed failure={failure} close={close} />
  // The question keeps its wording while the log-in changes the caller.
  if (!account || (status === 'loading' && !pending)) return <LinkLoading close={close} />
  const current = user && (user.nickname ?? user.email)
  if (user?.id === account.id && !pending) {
    return (
      <Modal open onClose={close} title={t('loginLink.same')}>
        <div className="wv-form">
          <p className="sh-form-next">{t('loginLink.sameText', { name: current })}</p>
          <Button wide onClick={close}>
            {t('loginLink.ok')}
          </Button>
        </div>
      </Modal>
    )
  }
  const name = account.nickname ?? account.maskedEmail
  return (
    <Modal
      key="ask"
      open
      onClose={close}
      closeOnOutside={false}
      title={t('loginLink.ask')}
      description={current ? t('loginLink.askSwitch', { name: current }) : t('loginLink.askText')}
    >
      <div className="wv-form">
        <AccountRow account={account} name={name} />
        <Button wide pending={pending} onClick={redeem}>
          {t('loginLink.confirm', { name })}
        </Button>
        <Button wide variant="secondary" disabled={pending} onClick={close}>
          {t('cancel')}
        </Button>
      </div>
    </Modal>
  )
}

function AccountRow({ account, name }: { account: CodeAccount; name: string }) {
  return (
    <div className="sh-link-account">
      <Avatar name={name} image={account.profileImage} size={56} />
      <div>
        <strong>{name}</strong>
        {account.nickname && <span>{account.maskedEmail}</span>}
      </div>
    </div>
  )
}

function LinkLoading({ close }: { close: () => void }) {
  const t = useText('shell-entry')
  return (
    <Modal open onClose={close} title={t('loginLink.working')}>
      <div className="wv-form" role="status" aria-label={t('loading')}>
        <Skeleton style={{ height: 56 }} />
        <Skeleton style={{ height: 44 }} />
        <Skeleton style={{ height: 44 }} />
      </div>
    </Modal>
  )
}

function LinkFailed({ failure, close }: { failure: unknown; close: () => void }) {
  const t = useText('shell-entry')
  const { language } = useLanguage()
  const modal = useModal()
  const { user } = useCaller()
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

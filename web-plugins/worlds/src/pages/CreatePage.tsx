// The page `create`: creating a world.
import {
  Button,
  ButtonLink,
  EmptyState,
  Page,
  PageSkeleton,
  SendingScope,
  useCaller,
  useModal,
  useOpenModals,
  useText,
} from '@witverse/sdk'
import { useEffect } from 'react'
import { CreateForm } from '../create/CreateForm'

export default function CreatePage() {
  const t = useText('worlds')
  const { status, user } = useCaller()
  useOwnPlace()
  const form = user?.hasNickname && !user.worldName
  return (
    <Page title={t('create.title')} {...(status !== 'loading' && !form && { className: 'wv-alone' })}>
      <CreateGate />
    </Page>
  )
}

/** Closes the select-world modal, because the person creates a world instead. */
function useOwnPlace() {
  const modals = useOpenModals()
  const modal = useModal()
  const chooserOpen = modals.some(({ id }) => id === 'select-world')
  useEffect(() => {
    if (chooserOpen) modal.close('select-world')
  }, [chooserOpen, modal.close])
}

/** Requires a member with a nickname and without a world. */
function CreateGate() {
  const t = useText('worlds')
  const modal = useModal()
  const { status, user } = useCaller()
  if (status === 'loading') return <PageSkeleton />
  if (!user) {
    return (
      <EmptyState
        level={1}
        title={t('create.signInTitle')}
        text={t('create.signInText')}
        action={
          <>
            <Button onClick={() => modal.open('sign-in')}>{t('home.signIn')}</Button>
            <Button variant="secondary" onClick={() => modal.open('sign-up')}>
              {t('home.signUp')}
            </Button>
          </>
        }
      />
    )
  }
  if (user.worldName) {
    return (
      <EmptyState
        level={1}
        title={t('create.hasWorld')}
        text={t('create.hasWorldText', { world: user.worldName })}
        action={<ButtonLink to={`/${user.worldName}`}>{t('world.goHome')}</ButtonLink>}
      />
    )
  }
  if (!user.hasNickname) {
    return (
      <EmptyState
        level={1}
        title={t('create.nicknameTitle')}
        text={t('create.nicknameText')}
        action={<Button onClick={() => modal.open('nickname')}>{t('create.nickname')}</Button>}
      />
    )
  }
  return (
    <SendingScope>
      <CreateForm />
    </SendingScope>
  )
}

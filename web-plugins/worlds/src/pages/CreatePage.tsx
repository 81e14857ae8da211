// The page `create`: light a world of your own.
import {
  Button,
  ButtonLink,
  EmptyState,
  Page,
  PageSkeleton,
  useCaller,
  useModal,
  useOpenModals,
  useText,
} from '@witverse/sdk'
import { useEffect } from 'react'
import { CreateForm } from '../create/CreateForm'

export default function CreatePage() {
  const t = useText('worlds')
  useOwnPlace()
  return (
    <Page title={t('create.title')}>
      <CreateGate />
    </Page>
  )
}

/** Who comes here to create a world is not asked to choose one at the same time. */
function useOwnPlace() {
  const modals = useOpenModals()
  const modal = useModal()
  const asked = modals.some(({ id }) => id === 'select-world')
  useEffect(() => {
    if (asked) modal.close('select-world')
  }, [asked, modal.close])
}

/** A world needs somebody signed in, with a nickname and without a world. */
function CreateGate() {
  const t = useText('worlds')
  const modal = useModal()
  const { status, user } = useCaller()
  if (status === 'loading') return <PageSkeleton label={t('loading')} />
  if (!user) {
    return (
      <EmptyState
        level={1}
        title={t('create.signInTitle')}
        text={t('create.signInText')}
        action={
          <>
            <Button onClick={() => modal.open('sign-in')}>{t('home.signIn')}</Button>
            <Button look="secondary" onClick={() => modal.open('sign-up')}>
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
  return <CreateForm />
}

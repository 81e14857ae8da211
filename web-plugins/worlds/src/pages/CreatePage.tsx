// `/world`: light a world of your own.
import {
  Button,
  ButtonLink,
  EmptyState,
  Page,
  PageSkeleton,
  useCaller,
  useModal,
  useText,
} from '@witverse/sdk'
import { CreateForm } from '../create/CreateForm'

export default function CreatePage() {
  const t = useText('worlds')
  return (
    <Page title={t('create.title')}>
      <CreateGate />
    </Page>
  )
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
        title={t('create.hasWorld')}
        text={t('create.hasWorldText', { world: user.worldName })}
        action={<ButtonLink to={`/${user.worldName}`}>{t('world.goHome')}</ButtonLink>}
      />
    )
  }
  if (!user.hasNickname) {
    return (
      <EmptyState
        title={t('create.nicknameTitle')}
        text={t('create.nicknameText')}
        action={<Button onClick={() => modal.open('nickname')}>{t('create.nickname')}</Button>}
      />
    )
  }
  return <CreateForm />
}

// After the tutorial: what the person can do next.
import { Button, ButtonLink, EmptyState, useCaller, useModal, usePartText } from '@witverse/sdk'
import { tutorialTexts } from './texts'

export function TutorialEnd({ onAgain }: { onAgain: () => void }) {
  const t = usePartText(tutorialTexts)
  const { user } = useCaller()
  const modal = useModal()
  const world = user?.worldName
  return (
    <EmptyState
      level={1}
      title={t('end.title')}
      text={t(`end.${!user ? 'visitor' : world ? 'member' : 'newcomer'}`)}
      action={
        <>
          {!user && <Button onClick={() => modal.open('sign-up')}>{t('end.signUp')}</Button>}
          {world ? (
            <ButtonLink to={`/${world}/block`}>{t('end.blocks')}</ButtonLink>
          ) : (
            <ButtonLink variant={user ? 'primary' : 'secondary'} to="/world">
              {t('end.worlds')}
            </ButtonLink>
          )}
          {user && (
            <ButtonLink variant="secondary" to="/custom">
              {t('end.avatar')}
            </ButtonLink>
          )}
          <Button variant="quiet" onClick={onAgain}>
            {t('end.again')}
          </Button>
        </>
      }
    />
  )
}

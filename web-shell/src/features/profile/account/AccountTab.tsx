import { Button, ButtonLink, Skeleton, useCaller, useModal, useText } from '@witverse/sdk'
import type { Frames } from '../../../lib/PluginPage'
import { ignoreClose, Slot } from '../../../lib/Slot'
import { LanguageChoice, ThemeChoiceField } from '../../../parts/Preferences'
import { Section } from '../../../parts/Section'
import { OtherDevice } from './OtherDevice'
import { ProfileImage } from './ProfileImage'

/** A section of a plugin has its usual height while it loads. */
const SECTION: Frames = {
  Waiting: () => <Skeleton className="pf-section-waiting" />,
  Down: () => null,
}

export function AccountTab() {
  const t = useText('shell-profile')
  const { user } = useCaller()
  const modal = useModal()
  if (!user) return null
  const name = user.nickname ?? user.email
  return (
    <>
      <Section title={t('account.title')} text={t('account.text')}>
        <ProfileImage name={name} image={user.default_img ?? null} isOwn={user.hasImage}>
          <div>
            <strong>{user.nickname ?? t('account.noNickname')}</strong>
            <span>{user.email}</span>
          </div>
        </ProfileImage>
        <dl className="pt-facts">
          <div>
            <dt>{t('fields.nickname')}</dt>
            <dd>
              {user.nickname ? (
                <>
                  {user.nickname} <small className="wv-note">{t('account.nicknameFixed')}</small>
                </>
              ) : (
                <Button size="small" onClick={() => modal.open('nickname')}>
                  {t('account.setNickname')}
                </Button>
              )}
            </dd>
          </div>
          <div>
            <dt>{t('fields.email')}</dt>
            <dd>{user.email}</dd>
          </div>
          <div>
            <dt>{t('account.world')}</dt>
            <dd>
              {user.worldName ?? (
                <Button
                  size="small"
                  onClick={() => modal.open(user.hasNickname ? 'select-world' : 'nickname')}
                >
                  {t('account.chooseWorld')}
                </Button>
              )}
            </dd>
          </div>
        </dl>
        {user.nickname && (
          <div className="wv-actions">
            <ButtonLink variant="secondary" to={`/user/${user.id}`}>
              {t('account.seePage')}
            </ButtonLink>
            <Button
              variant="secondary"
              onClick={() => modal.open('share', { userId: user.id, path: `/user/${user.id}` })}
            >
              {t('account.sharePage')}
            </Button>
          </div>
        )}
      </Section>
      <Slot at="profile.section" close={ignoreClose} frames={SECTION} />
      <Section title={t('account.appearance')} text={t('account.appearanceText')}>
        <div className="pf-choices">
          <LanguageChoice />
          <ThemeChoiceField />
        </div>
      </Section>
      <OtherDevice />
    </>
  )
}

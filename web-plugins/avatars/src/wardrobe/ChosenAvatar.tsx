// The page of a person who has chosen: the look, the portrait as the picture, and gear.
import {
  Badge,
  Button,
  ButtonLink,
  type Fact,
  Facts,
  Icon,
  PageHead,
  useAction,
  useCaller,
  useText,
  useToast,
} from '@witverse/sdk'
import type { UploadedFile } from '@witverse/sdk/files'
import { useState } from 'react'
import { type Avatar, type Look, useOwnPortrait } from '../api/avatars'
import { drawnOf, OPTIONS } from '../look/options'
import { Stage } from '../studio/Stage'
import { VrmSection } from '../vrm/VrmSection'
import { Wardrobe } from './Wardrobe'

interface ChosenAvatarProps {
  avatar: Avatar
  /** Opens the choice, for people who may choose once more. */
  onAgain: () => void
}

export function ChosenAvatar({ avatar, onAgain }: ChosenAvatarProps) {
  const t = useText('avatars')
  const [candidate, setCandidate] = useState<UploadedFile | null>(null)
  const look = drawnOf(avatar.look, avatar.gear)
  const vrm = candidate ? `${candidate.url}/avatar.vrm` : avatar.vrm?.url
  const facts = (Object.keys(OPTIONS) as (keyof Look)[]).map(
    (part): Fact => [t(`groups.${part}`), t(`${part}.${avatar.look[part]}` as 'body.slim')],
  )
  return (
    <div className="av-layout">
      <PageHead title={t('title')} text={t('leadChosen')} />
      <Stage look={vrm ? { ...look, vrm } : look} />
      <div className="av-options">
        <section className="av-final" aria-labelledby="av-final">
          <h2 id="av-final">
            {t('chosen.facts')} {!avatar.canChoose && <Badge>{t('chosen.note')}</Badge>}
          </h2>
          <Facts facts={facts} />
          {avatar.canChoose && <p>{t('again.text')}</p>}
          <div className="wv-actions">
            <ButtonLink to="/">{t('chosen.start')}</ButtonLink>
            {avatar.canChoose && (
              <Button variant="secondary" onClick={onAgain}>
                {t('again.action')}
              </Button>
            )}
            <PortraitButton />
          </div>
        </section>
        <Wardrobe avatar={avatar} />
        <VrmSection avatar={avatar} candidate={candidate} onCandidate={setCandidate} />
      </div>
    </div>
  )
}

/** For people whose picture is another one. */
function PortraitButton() {
  const t = useText('avatars')
  const { user } = useCaller()
  const toast = useToast()
  const showPortrait = useOwnPortrait()
  const change = useAction(async () => {
    await showPortrait()
    toast(t('chosen.pictureDone'))
  })
  if (!user?.hasImage) return null
  return (
    <Button variant="secondary" pending={change.pending} onClick={() => void change.run()}>
      <Icon name="person" size={18} /> {t('chosen.picture')}
    </Button>
  )
}

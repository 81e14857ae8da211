// The page of a person who has chosen: the final look, the portrait as a picture, and gear.
import { Badge, Button, ButtonLink, type Fact, Facts, Icon, PageHead, useText } from '@witverse/sdk'
import type { UploadedFile } from '@witverse/sdk/files'
import { useState } from 'react'
import type { Avatar, Look } from '../api/avatars'
import { drawnOf, OPTIONS } from '../look/options'
import { Stage } from '../studio/Stage'
import { VrmSection } from '../vrm/VrmSection'
import { usePicture } from './usePicture'
import { Wardrobe } from './Wardrobe'

export function ChosenAvatar({ avatar }: { avatar: Avatar }) {
  const t = useText('avatars')
  const [candidate, setCandidate] = useState<UploadedFile | null>(null)
  const look = drawnOf(avatar.look, avatar.gear)
  const vrm = candidate ? `${candidate.url}/avatar.vrm` : avatar.vrm?.url
  const picture = usePicture(look)
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
            {t('chosen.facts')} <Badge>{t('chosen.note')}</Badge>
          </h2>
          <Facts facts={facts} />
          <div className="wv-actions">
            <Button pending={picture.isBusy} onClick={picture.use}>
              <Icon name="image" size={18} /> {t(picture.isBusy ? 'chosen.pictureBusy' : 'chosen.picture')}
            </Button>
            <ButtonLink variant="secondary" to="/">
              {t('chosen.go')}
            </ButtonLink>
          </div>
        </section>
        <Wardrobe avatar={avatar} />
        <VrmSection avatar={avatar} candidate={candidate} onCandidate={setCandidate} />
      </div>
    </div>
  )
}

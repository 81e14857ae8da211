// The choice of the look. Nothing is stored before it is confirmed.
import { Button, ButtonLink, Confirm, LineIcon, PageHead, useText, useToast } from '@witverse/sdk'
import { useState } from 'react'
import { type Avatar, type Look, useChooseAvatar } from '../api/avatars'
import { BOTTOMS, drawnOf, HAIR_COLORS, randomLook, SKINS, TOPS } from '../look/options'
import { Portrait } from '../portrait/Portrait'
import { Thumbnail } from '../portrait/Thumbnail'
import { Wardrobe } from '../wardrobe/Wardrobe'
import { BodyIcon } from './BodyIcon'
import { OptionGroup } from './OptionGroup'
import { Stage } from './Stage'

const DICE =
  'M5 3.400h10A1.600 1.600 0 0 1 16.600 5v10a1.600 1.600 0 0 1-1.600 1.600H5A1.600 1.600 0 0 1 3.400 15V5A1.600 1.600 0 0 1 5 3.400ZM7 7h.1M13 7h.1M10 10h.1M7 13h.1M13 13h.1'

interface StudioProps {
  avatar: Avatar
  /** Back to the look that was chosen before, for people who choose once more. */
  onBack?: () => void
}

export function Studio({ avatar, onBack }: StudioProps) {
  const t = useText('avatars')
  const toast = useToast()
  const chooseAvatar = useChooseAvatar(avatar.userId)
  const [look, setLook] = useState<Look>(avatar.look)
  const [isAsked, setIsAsked] = useState(false)
  const set =
    <Part extends keyof Look>(part: Part) =>
    (value: Look[Part]) =>
      setLook((before) => ({ ...before, [part]: value }))
  const head = (change: Partial<Look>) => <Portrait look={drawnOf({ ...look, ...change })} bare close />
  async function choose() {
    await chooseAvatar(look)
    toast(t('chosen.toast'))
  }
  return (
    <div className="av-layout">
      <PageHead title={t('title')} text={t(onBack ? 'again.lead' : 'lead')} />
      <Stage look={drawnOf(look, avatar.gear)} />
      <div className="av-options">
        <OptionGroup
          part="body"
          value={look.body}
          onValue={set('body')}
          thumbnail={(body) => <BodyIcon look={drawnOf({ ...look, body })} />}
        />
        <OptionGroup part="skin" value={look.skin} onValue={set('skin')} colours={SKINS} />
        <OptionGroup
          part="face"
          value={look.face}
          onValue={set('face')}
          thumbnail={(face) => head({ face })}
        />
        <OptionGroup
          part="hair"
          value={look.hair}
          onValue={set('hair')}
          thumbnail={(hair) => head({ hair })}
        />
        <OptionGroup
          part="hairColor"
          value={look.hairColor}
          onValue={set('hairColor')}
          colours={HAIR_COLORS}
        />
        <OptionGroup
          part="topStyle"
          value={look.topStyle}
          onValue={set('topStyle')}
          thumbnail={(topStyle) => <Thumbnail slot="top" look={drawnOf({ ...look, topStyle })} />}
        />
        <OptionGroup part="top" value={look.top} onValue={set('top')} colours={TOPS} />
        <OptionGroup
          part="bottomStyle"
          value={look.bottomStyle}
          onValue={set('bottomStyle')}
          thumbnail={(bottomStyle) => <Thumbnail slot="bottom" look={drawnOf({ ...look, bottomStyle })} />}
        />
        <OptionGroup part="bottom" value={look.bottom} onValue={set('bottom')} colours={BOTTOMS} />
        <Wardrobe avatar={avatar} />
      </div>
      <div className="av-bar">
        {onBack ? (
          <Button variant="quiet" onClick={onBack}>
            {t('again.keep')}
          </Button>
        ) : (
          <ButtonLink variant="quiet" to="/">
            {t('later')}
          </ButtonLink>
        )}
        <Button
          variant="secondary"
          aria-label={t('random')}
          onClick={() => setLook((before) => randomLook(before))}
        >
          <LineIcon path={DICE} size={18} /> <span className="av-wide">{t('random')}</span>
        </Button>
        <Button onClick={() => setIsAsked(true)}>{t('choose')}</Button>
      </div>
      {isAsked && (
        <Confirm
          title={t('confirm.title')}
          text={t(onBack ? 'confirm.textAgain' : 'confirm.text')}
          action={t('confirm.action')}
          onConfirm={choose}
          onClose={() => setIsAsked(false)}
        >
          <Portrait look={drawnOf(look)} className="av-confirm" />
        </Confirm>
      )}
    </div>
  )
}

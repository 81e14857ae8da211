// The choice of the look. Nothing is stored before it is confirmed.
import { Button, ButtonLink, Confirm, Icon, PageHead, useText, useToast } from '@witverse/sdk'
import { useState } from 'react'
import { type Avatar, type Look, useChooseAvatar } from '../api/avatars'
import { BOTTOMS, drawnOf, HAIR_COLORS, randomLook, SKINS, TOPS } from '../look/options'
import { Portrait } from '../portrait/Portrait'
import { Wardrobe } from '../wardrobe/Wardrobe'
import { BodyIcon } from './BodyIcon'
import { OptionGroup } from './OptionGroup'
import { Stage } from './Stage'

export function Studio({ avatar }: { avatar: Avatar }) {
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
      <PageHead title={t('title')} text={t('lead')} />
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
        <OptionGroup part="top" value={look.top} onValue={set('top')} colours={TOPS} />
        <OptionGroup part="bottom" value={look.bottom} onValue={set('bottom')} colours={BOTTOMS} />
        <Wardrobe avatar={avatar} />
      </div>
      <div className="av-bar">
        <ButtonLink variant="quiet" to="/">
          {t('later')}
        </ButtonLink>
        <Button
          variant="secondary"
          aria-label={t('random')}
          onClick={() => setLook((before) => randomLook(before))}
        >
          <Icon name="star" size={18} /> <span className="av-wide">{t('random')}</span>
        </Button>
        <Button onClick={() => setIsAsked(true)}>{t('choose')}</Button>
      </div>
      {isAsked && (
        <Confirm
          title={t('confirm.title')}
          text={t('confirm.text')}
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

import { Checkbox, Segments, Select, useText } from '@witverse/sdk'
import { useState } from 'react'
import { Demo } from '../Demo'

export function ChoicePage() {
  const t = useText('shell-gallery')
  const [privacy, setPrivacy] = useState('public')
  const [type, setType] = useState('game')
  const [agreed, setAgreed] = useState(false)
  return (
    <>
      <Demo title={t('choice.privacy')}>
        <Segments
          label={t('choice.privacy')}
          name="privacy"
          value={privacy}
          onValue={setPrivacy}
          options={(['public', 'members', 'private'] as const).map((value) => ({
            value,
            text: t(`choice.${value}`),
          }))}
        />
      </Demo>
      <Demo title={t('choice.type')} layout="grid">
        <Select
          label={t('choice.type')}
          name="type"
          value={type}
          onValue={setType}
          hint={t('common.hint')}
          options={(['brand', 'game', 'social', 'store'] as const).map((value) => ({
            value,
            text: t(`choice.${value}`),
          }))}
        />
        <Select
          label={t('states.error')}
          name="wrong-type"
          value=""
          onValue={setType}
          error={t('form.blockMissing')}
          options={[{ value: '', text: t('choice.type') }]}
        />
      </Demo>
      <Demo title={t('pages.choice')}>
        <Checkbox
          label={t('choice.agree')}
          hint={t('choice.agreeHint')}
          name="agree"
          checked={agreed}
          onChecked={setAgreed}
        />
        <Checkbox
          label={t('common.longText')}
          name="agree-long"
          checked={agreed}
          onChecked={setAgreed}
          error={agreed ? undefined : t('choice.required')}
        />
      </Demo>
    </>
  )
}

// The gift step: amount or item, message, terms and confirmation.
import { Avatar, Button, Checkbox, Facts, TextArea, useText } from '@witverse/sdk'
import { type FormEvent, useRef } from 'react'
import { MESSAGE_LENGTH, messageLength } from '../rules'
import { useSending } from '../sending'
import { useWizard } from '../state'
import { ItemField } from './ItemField'
import { NoGift } from './NoGift'
import { WitField } from './WitField'

export function GiftStep() {
  const t = useText('gifts')
  const wizard = useWizard()
  const { friendName, friendImage, type, message } = wizard
  const sending = useSending()
  const form = useRef<HTMLFormElement>(null)
  const left = MESSAGE_LENGTH - messageLength(message)

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    await sending.send()
    // Moves the focus to the first invalid field, or to the error.
    requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>('[aria-invalid], .gf-alert')?.focus(),
    )
  }

  if (sending.noGift) return <NoGift text={sending.noGift} onOther={sending.chooseOther} />
  return (
    <form ref={form} className="wv-form gf-form" onSubmit={onSubmit} noValidate>
      <div className="gf-for">
        <Avatar name={friendName} image={friendImage} size={28} />
        <span>{t('wizard.for', { name: friendName })}</span>
        <button type="button" className="gf-change" onClick={() => wizard.go('CHOOSE_FRIEND')}>
          {t('wizard.change')}
        </button>
      </div>
      {type === 'wit' ? (
        <WitField error={sending.errors.target} />
      ) : (
        <ItemField error={sending.errors.target} />
      )}
      <TextArea
        name="message"
        label={t('message.label')}
        value={message}
        onValue={(value) => wizard.change({ message: value })}
        rows={3}
        hint={t('message.left', { count: left })}
        error={left < 0 ? t('message.tooLong', { count: -left }) : sending.errors.message}
      />
      <Facts
        className="gf-facts"
        facts={[
          [t('fee'), t('feeNone')],
          [t('ifNot'), t('ifNotText')],
        ]}
      />
      <Checkbox
        className="gf-check"
        name="confirmed"
        label={t(`confirm.${type}`, { name: friendName })}
        checked={sending.confirmed}
        onChecked={sending.setConfirmed}
        error={sending.errors.confirmed}
      />
      {sending.alert && (
        <p className="wv-form-error gf-alert" role="alert" tabIndex={-1}>
          {sending.alert}
        </p>
      )}
      <Button type="submit" size="large" wide pending={sending.pending}>
        {t('send')}
      </Button>
    </form>
  )
}

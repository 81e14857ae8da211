// Sends the gift: one request at a time, each error at the field it belongs to.
import { ApiError, describeError, useLanguage, useText, useWallet } from '@witverse/sdk'
import { useRef, useState } from 'react'
import { useGiftActions } from '../api/gifts'
import { checkWit, MESSAGE_LENGTH, messageLength } from './rules'
import { useWizard } from './state'
import { useMoreWit } from './useMoreWit'

/** Errors about the item; they have a dialog of their own. */
const NO_GIFT = ['already_rock_item', 'used_item']
const TARGET = ['gift_amount_invalid']

type Place = keyof Errors | 'alert' | 'noGift'

interface Errors {
  target?: string | undefined
  message?: string | undefined
  confirmed?: string | undefined
}

export function useSending() {
  const t = useText('gifts')
  const { language } = useLanguage()
  const wizard = useWizard()
  const wallet = useWallet()
  const more = useMoreWit()
  const actions = useGiftActions()
  const [confirmed, setConfirmed] = useState(false)
  const [showProblems, setShowProblems] = useState(false)
  const [pending, setPending] = useState(false)
  const [refused, setRefused] = useState<{ place: Place; error: unknown } | null>(null)
  const busy = useRef(false)
  const { type, witAmount, productId, message } = wizard
  const target = type === 'wit' ? Number(witAmount) : productId
  const available = wallet.data?.availableHundredths ?? 0

  /** Validates the choices. */
  function problems(): Errors {
    const wit = type === 'wit' ? checkWit(witAmount, available) : null
    return {
      target: wit ? t(wit) : type === 'item' && productId === '' ? t('item.required') : undefined,
      confirmed: confirmed ? undefined : t('confirm.required'),
    }
  }

  const shown = showProblems ? problems() : {}
  const refusalAt = (place: Place) =>
    refused?.place === place ? describeError(refused.error, language) : undefined

  async function send() {
    if (busy.current) return
    setShowProblems(true)
    setRefused(null)
    const wrong = Object.values(problems()).some(Boolean) || messageLength(message) > MESSAGE_LENGTH
    if (wrong || (type === 'wit' && !wallet.data)) return
    busy.current = true
    setPending(true)
    try {
      await actions.send({ userId: wizard.friendId, type, target, message: message.trim() })
      wizard.go('COMPLETE')
    } catch (error) {
      refuse(error)
    } finally {
      busy.current = false
      setPending(false)
    }
  }

  function refuse(error: unknown) {
    if (more.caught(error, Number(witAmount) * 100)) return
    const code = error instanceof ApiError ? error.code : ''
    if (NO_GIFT.includes(code)) return setRefused({ place: 'noGift', error })
    if (TARGET.includes(code)) return setRefused({ place: 'target', error })
    setRefused({ place: code === 'gift_message_too_long' ? 'message' : 'alert', error })
  }

  return {
    pending,
    confirmed,
    setConfirmed,
    send,
    errors: {
      target: shown.target ?? refusalAt('target'),
      message: refusalAt('message'),
      confirmed: shown.confirmed,
    },
    alert: refusalAt('alert'),
    noGift: refusalAt('noGift'),
    chooseOther() {
      setRefused(null)
      wizard.change({ productId: '', productName: '', collectionImage: '' })
    },
  }
}

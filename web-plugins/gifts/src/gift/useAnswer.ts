// Accepts or declines a gift. A second answer is harmless: the error tells how the gift ended.
import { useAction, useLanguage, useText, useToast } from '@witverse/sdk'
import { useGiftActions } from '../api/gifts'
import type { Gift } from '../api/types'
import { nameOf, nameOfOther } from './words'

export function useAnswer(gift: Gift) {
  const t = useText('gifts')
  const toast = useToast()
  const { language } = useLanguage()
  const { handle } = useGiftActions()
  const accept = useAction(async () => {
    await handle(gift.airdropId, true)
    toast(t('said.accepted', { gift: nameOf(gift, language) }), 'good')
  })
  const reject = async () => {
    await handle(gift.airdropId, false)
    toast(t('said.rejected', { name: nameOfOther(gift, t) }))
  }
  return { accept, reject }
}

// Uses up a consumable of the caller, after a question: it cannot be undone.
import { Button, Confirm, Icon, useLanguage, useText, useToast } from '@witverse/sdk'
import { useState } from 'react'
import { useCraft } from '../api/craft'
import type { Item } from '../api/types'

export function UseButton({ item }: { item: Item }) {
  const t = useText('items')
  const toast = useToast()
  const { language } = useLanguage()
  const { useUp } = useCraft()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        <Icon name="check" size={18} /> {t('useUp.action')}
      </Button>
      {isAsking && (
        <Confirm
          title={t('useUp.title', { item: item.name[language] })}
          text={t('useUp.text')}
          action={t('useUp.action')}
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            await useUp(item.itemId)
            toast(t('useUp.done'), 'good')
          }}
        />
      )}
    </>
  )
}

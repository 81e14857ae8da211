// The dialog for an item that cannot be given away.
import { Button, Icon, useText } from '@witverse/sdk'
import { useEffect, useRef } from 'react'

export function NoGift({ text, onOther }: { text: string; onOther: () => void }) {
  const t = useText('gifts')
  const other = useRef<HTMLDivElement>(null)
  useEffect(() => other.current?.querySelector('button')?.focus(), [])
  return (
    <div
      className="gf-no-gift"
      role="alertdialog"
      aria-labelledby="gf-no-gift"
      aria-describedby="gf-no-gift-text"
    >
      <span className="gf-no-gift-mark">
        <Icon name="gift" size={28} />
      </span>
      <h3 id="gf-no-gift">{t('noGift.title')}</h3>
      <p id="gf-no-gift-text">{text}</p>
      <div ref={other}>
        <Button wide onClick={onOther}>
          {t('noGift.other')}
        </Button>
      </div>
    </div>
  )
}

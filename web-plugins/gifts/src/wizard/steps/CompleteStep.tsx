// The completion step.
import {
  Avatar,
  Button,
  ButtonLink,
  formatUsd,
  formatWit,
  Picture,
  useText,
  useWallet,
  WitMark,
} from '@witverse/sdk'
import { useWizard } from '../state'

export function CompleteStep({ close }: { close: () => void }) {
  const t = useText('gifts')
  const wizard = useWizard()
  const { friendName, friendImage, type, witAmount, productName, collectionImage, message } = wizard
  const wallet = useWallet()
  const hundredths = Number(witAmount) * 100
  return (
    <div className="gf-complete">
      <p className="gf-complete-lead" role="status">
        {t('complete.text', { name: friendName })}
      </p>
      <div className="gf-complete-gift">
        {type === 'wit' ? <WitMark size={48} /> : <Picture src={collectionImage} width={56} height={56} />}
        <span>
          <strong>{type === 'wit' ? `${formatWit(hundredths)} WIT` : productName}</strong>
          <small>
            {type === 'wit' && wallet.data && <>≈ {formatUsd(hundredths, wallet.data.rate)} · </>}
            {t('complete.to', { name: friendName })}
          </small>
        </span>
        <Avatar name={friendName} image={friendImage} size={36} />
      </div>
      {message.trim() && <blockquote className="gf-quote">{message.trim()}</blockquote>}
      <p className="wv-note">{t('complete.ifNot')}</p>
      <div className="wv-form">
        <Button wide onClick={close}>
          {t('complete.done')}
        </Button>
        <div className="wv-actions is-wide">
          <ButtonLink variant="secondary" size="small" to="/gifts?tab=sent" onClick={close}>
            {t('complete.see')}
          </ButtonLink>
          <Button variant="secondary" size="small" onClick={wizard.another}>
            {t('complete.again')}
          </Button>
        </div>
      </div>
    </div>
  )
}

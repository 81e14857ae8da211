import { Button, Modal, useText } from '@witverse/sdk'
import { type ModalProps, textIn } from '../../../lib/modal-props'

export function WalletVerifiedModal({ data, close }: ModalProps) {
  const t = useText('shell-profile')
  return (
    <Modal
      open
      onClose={close}
      title={t('wallets.verified')}
      description={t('wallets.verifiedText')}
      art={<WalletArt />}
    >
      <div className="wv-form">
        <code className="pf-address">{textIn(data, 'address')}</code>
        <Button wide onClick={close}>
          {t('wallets.done')}
        </Button>
      </div>
    </Modal>
  )
}

/** A drawing of a wallet at night. */
function WalletArt() {
  return (
    <svg className="sh-lit" viewBox="0 0 280 132" aria-hidden="true">
      <rect width="280" height="132" fill="#15132B" />
      <g fill="#F4F2EA">
        <circle cx="40" cy="30" r="1.5" />
        <circle cx="82" cy="18" r="1" />
        <circle cx="230" cy="26" r="1.5" />
        <circle cx="250" cy="64" r="1" />
        <circle cx="60" cy="70" r="1" />
      </g>
      <path d="M0 116c40-12 78-14 120-8s98 8 160-6v30H0Z" fill="#221E45" />
      <path d="M92 50a10 10 0 0 1 10-10h68a8 8 0 0 1 8 8v10H92Z" fill="#3D3772" />
      <rect x="92" y="52" width="96" height="56" rx="10" fill="#5B4BDB" />
      <rect x="156" y="70" width="40" height="22" rx="11" fill="#2D2858" />
      <circle cx="168" cy="81" r="5" fill="#C8F04B" className="sh-lit-window" />
      <path
        d="m110 82 8 8 16-18"
        fill="none"
        stroke="#F4F2EA"
        strokeWidth="5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}

// Connected wallets, at most five: addresses whose owner signed a message.
import {
  Button,
  ButtonLink,
  Confirm,
  EmptyInline,
  ErrorMessage,
  formatDate,
  Icon,
  Row,
  RowSkeletons,
  RowTile,
  useAction,
  useApi,
  useModal,
  useText,
  useToast,
} from '@witverse/sdk'
import { useState } from 'react'
import { Section } from '../../../parts/Section'
import {
  challengeWallet,
  connectWallet,
  disconnectWallet,
  useRefreshAccount,
  useWallets,
  type Wallet,
} from '../api'
import { askAddress, findWallet, shortAddress, signMessage, WalletMissing, WalletRefused } from './ethereum'

const MOST = 5

export function WalletsTab() {
  const t = useText('shell-profile')
  const api = useApi()
  const modal = useModal()
  const toast = useToast()
  const refresh = useRefreshAccount()
  const wallets = useWallets()
  const [missing, setMissing] = useState(false)
  const [leaving, setLeaving] = useState<Wallet | null>(null)
  const items = wallets.data?.items ?? []
  const full = items.length >= MOST
  const connect = useAction(async () => {
    setMissing(false)
    try {
      const wallet = findWallet()
      const address = await askAddress(wallet)
      const { message } = await challengeWallet(api, address)
      const signature = await signMessage(wallet, message, address)
      const connected = await connectWallet(api, { address, signature })
      modal.open('wallet-verified', { address: connected.address })
    } catch (error) {
      if (error instanceof WalletMissing) setMissing(true)
      else if (error instanceof WalletRefused) toast(t('wallets.refused'))
      else throw error
    } finally {
      await refresh('wallets')
    }
  })

  return (
    <Section
      title={t('wallets.title')}
      text={t('wallets.text')}
      action={
        <Button
          variant="secondary"
          size="small"
          pending={connect.pending}
          disabled={full || wallets.status !== 'success'}
          onClick={connect.run}
        >
          <Icon name="plus" size={16} /> {t('wallets.connect')}
        </Button>
      }
    >
      {missing && (
        <div className="pf-missing" role="alert">
          <p>
            <strong>{t('wallets.missing')}</strong> {t('wallets.missingText')}
          </p>
          <ButtonLink
            variant="secondary"
            size="small"
            to="https://ethereum.org/wallets/find-wallet/"
            target="_blank"
            rel="noopener noreferrer"
          >
            {t('wallets.find')}
          </ButtonLink>
        </div>
      )}
      {full && <p className="wv-note">{t('wallets.full')}</p>}
      {wallets.status === 'pending' && <RowSkeletons rows={2} />}
      {wallets.status === 'error' && (
        <ErrorMessage error={wallets.error} onRetry={() => void wallets.refetch()} />
      )}
      {wallets.status === 'success' && items.length === 0 && <EmptyInline text={t('wallets.none')} />}
      {items.length > 0 && (
        <ul className="wv-rows" aria-label={t('wallets.title')}>
          {items.map((wallet) => (
            <li key={wallet.address}>
              <Row
                boxed
                picture={<RowTile icon="wallet" />}
                title={wallet.label ?? shortAddress(wallet.address)}
                notes={[wallet.address, t('wallets.since', { date: formatDate(wallet.connectedAt) })]}
              >
                <Button variant="quiet" size="small" className="is-bad" onClick={() => setLeaving(wallet)}>
                  {t('wallets.disconnect')}
                </Button>
              </Row>
            </li>
          ))}
        </ul>
      )}
      {leaving && (
        <Confirm
          title={t('wallets.leaveTitle')}
          text={t('wallets.leaveText', { address: shortAddress(leaving.address) })}
          action={t('wallets.disconnect')}
          tone="danger"
          onClose={() => setLeaving(null)}
          onConfirm={async () => {
            await disconnectWallet(api, leaving.address)
            await refresh('wallets')
          }}
        />
      )}
    </Section>
  )
}

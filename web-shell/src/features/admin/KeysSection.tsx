// The keys that sign access tokens, with their states.
import {
  Badge,
  Button,
  Confirm,
  ErrorMessage,
  formatMoment,
  Row,
  RowSkeletons,
  RowTile,
  useApi,
  useText,
  useToast,
} from '@witverse/sdk'
import { useState } from 'react'
import { Section } from '../../parts/Section'
import { rotateKeys, type SigningKey, useRefreshAdmin, useSigningKeys } from './api'

const TONES = { coming: 'accent', signing: 'good', verifying: 'plain' } as const

export function KeysSection() {
  const t = useText('shell-operators')
  const api = useApi()
  const toast = useToast()
  const refresh = useRefreshAdmin()
  const keys = useSigningKeys()
  const [asking, setAsking] = useState(false)
  return (
    <Section
      title={t('keys.title')}
      text={t('keys.text')}
      action={
        <Button variant="secondary" size="small" onClick={() => setAsking(true)}>
          {t('keys.rotate')}
        </Button>
      }
    >
      {keys.status === 'pending' && <RowSkeletons />}
      {keys.status === 'error' && <ErrorMessage error={keys.error} onRetry={() => void keys.refetch()} />}
      {keys.data && (
        <ul className="wv-rows" aria-label={t('keys.title')}>
          {keys.data.items.map((key) => (
            <li key={key.kid}>
              <KeyRow signingKey={key} />
            </li>
          ))}
        </ul>
      )}
      {asking && (
        <Confirm
          title={t('keys.rotateTitle')}
          text={t('keys.rotateText')}
          action={t('keys.rotate')}
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            await rotateKeys(api)
            await refresh()
            toast(t('keys.rotated'), 'good')
          }}
        />
      )}
    </Section>
  )
}

function KeyRow({ signingKey: key }: { signingKey: SigningKey }) {
  const t = useText('shell-operators')
  return (
    <Row
      boxed
      picture={<RowTile icon="key" tone="plain" />}
      title={<code>{key.kid}</code>}
      badge={<Badge tone={TONES[key.state]}>{t(`keys.${key.state}`)}</Badge>}
      notes={[
        <>
          {t('keys.signsFrom', { date: formatMoment(key.signsFrom) })}
          {key.retiresAt && ` · ${t('keys.retires', { date: formatMoment(key.retiresAt) })}`}
        </>,
      ]}
    />
  )
}

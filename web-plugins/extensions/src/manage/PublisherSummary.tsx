// Who publishes a plugin and with which key, as an operator should read it before they trust the key.
import { Checkbox, Facts, formatDate, Notice, useText } from '@witverse/sdk'
import type { Review } from '../api/types'
import { formatCapped } from '../format'

interface Props {
  publisher: Review['publisher']
  agreed: boolean
  onAgreed: (agreed: boolean) => void
}

export function PublisherSummary({ publisher, agreed, onAgreed }: Props) {
  const t = useText('extensions')
  const { name, keyId, hasNewKey, isNew, agreedKeyId } = publisher
  return (
    <Notice icon={hasNewKey ? 'key' : 'shield'} tone={hasNewKey ? 'bad' : 'plain'}>
      <strong>{t(hasNewKey ? 'publisher.newKey' : 'publisher.first', { name })}</strong>
      <p>{t(hasNewKey ? 'publisher.newKeyText' : isNew ? 'publisher.newText' : 'publisher.firstText')}</p>
      <Facts
        className="ex-facts"
        facts={[
          [t('publisher.key'), <code key="key">{keyId}</code>],
          [t('publisher.keySince'), formatDate(publisher.keySince)],
          [t('publisher.agreedKey'), agreedKeyId ? <code key="agreed">{agreedKeyId}</code> : null],
          [t('publisher.knownSince'), formatDate(publisher.knownSince)],
          [t('publisher.packages'), formatCapped(publisher.packages)],
          [t('publisher.worlds'), formatCapped(publisher.worlds)],
        ]}
      />
      <Checkbox
        name="agreedKey"
        label={t(hasNewKey ? 'publisher.agreeKey' : 'publisher.agree', { name })}
        checked={agreed}
        onChecked={onAgreed}
      />
    </Notice>
  )
}

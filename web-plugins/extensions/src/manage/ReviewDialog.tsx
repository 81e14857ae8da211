// A verified plugin before it is installed or updated: who made it, what it asks for, and what is allowed.
import { Button, Checkbox, formatMoment, Modal, Notice, useLanguage, useText, useToast } from '@witverse/sdk'
import { Form, FormError, SubmitButton } from '@witverse/sdk/forms'
import { useRef, useState } from 'react'
import { useManagePlugins } from '../api/installs'
import type { Review } from '../api/types'
import { GrantFields } from './GrantFields'
import { MeasureFacts } from './MeasureFacts'
import { Places } from './Places'
import { PublisherSummary } from './PublisherSummary'
import { ReviewBadge } from './ReviewBadge'
import { useGrantForm } from './useGrantForm'

interface Props {
  worldId: string
  worldName: string
  review: Review
  onClose: () => void
}

export function ReviewDialog({ worldId, worldName, review, onClose }: Props) {
  const t = useText('extensions')
  const toast = useToast()
  const { language } = useLanguage()
  const { install, upgrade } = useManagePlugins(worldId)
  const { installed, publisher, requested } = review
  const name = review.name[language]
  const isSame = installed?.version === review.version
  const [agreed, setAgreed] = useState(false)
  const [isEarly, setEarly] = useState(false)
  const needsAgreement = publisher.needsAgreement && !isSame
  const restsUntil = isSame ? null : review.restsUntil
  const isWaiting = (needsAgreement && !agreed) || (Boolean(restsUntil) && !isEarly)
  const choice = { ...(agreed && { agreedKey: publisher.keyId }), ...(isEarly && { isEarly }) }
  const isTrial = useRef(false)
  const form = useGrantForm({
    grant: firstGrant(review),
    granted: installed?.permissions ?? [],
    requested,
    permissions: review.permissions,
    submit: async (grant) => {
      if (isTrial.current) {
        await install(review.digest, grant, { trial: true })
        toast(t('trial.began', { name }), 'good')
      } else if (installed) {
        await upgrade(installed.id, review.digest, grant, choice)
        toast(t('review.updated', { name, version: review.version }), 'good')
      } else {
        await install(review.digest, grant, choice)
        toast(t('review.installed', { name }), 'good')
      }
      onClose()
    },
  })
  const { pending } = form.form
  async function tryFirst() {
    isTrial.current = true
    await form.form.onSubmit()
    isTrial.current = false
  }
  return (
    <Modal
      open
      onClose={onClose}
      size="wide"
      closeOnOutside={false}
      closeOnEscape
      title={t('review.title', { name, version: review.version })}
      description={t('review.by', { publisher: publisher.name, key: publisher.keyId })}
    >
      <Form form={form.form}>
        <p className="ex-badges">
          <ReviewBadge isReviewed={review.isReviewed} />
        </p>
        {review.description && <p>{review.description[language]}</p>}
        {needsAgreement && <PublisherSummary publisher={publisher} agreed={agreed} onAgreed={setAgreed} />}
        {restsUntil && (
          <Notice icon="clock">
            <strong>{t('rest.title')}</strong>
            <p>{t('rest.text', { until: formatMoment(restsUntil) })}</p>
            <Checkbox name="isEarly" label={t('rest.early')} checked={isEarly} onChecked={setEarly} />
          </Notice>
        )}
        {installed && !isSame && <Additional review={review} />}
        <section>
          <h3 className="ex-heading">{t('review.asks')}</h3>
          {review.permissions.length > 0 && <p className="wv-note">{t('review.grant')}</p>}
          <GrantFields
            world={{ id: worldId, name: worldName }}
            requested={requested}
            permissions={review.permissions}
            form={form}
          />
        </section>
        <Places slots={review.slots} hasPages={false} />
        <MeasureFacts measures={review.measures} />
        {!isSame && <p className="wv-note">{t('trial.about')}</p>}
        {isSame && <p className="wv-note">{t('review.isInstalled')}</p>}
        <FormError form={form.form} />
        <div className="wv-actions is-wide">
          <Button variant="secondary" onClick={onClose}>
            {t('cancel')}
          </Button>
          {!isSame && (
            <Button variant="secondary" disabled={pending} onClick={() => void tryFirst()}>
              {t('trial.begin')}
            </Button>
          )}
          <SubmitButton form={form.form} disabled={isSame || isWaiting}>
            {t(installed ? 'review.update' : 'review.install')}
          </SubmitButton>
        </div>
      </Form>
    </Modal>
  )
}

/** What an update asks for in addition. */
function Additional({ review }: { review: Review }) {
  const t = useText('extensions')
  const { language } = useLanguage()
  if (review.additional.length === 0) return <p className="wv-note">{t('review.same')}</p>
  return (
    <Notice icon="shield">
      <strong>{t('review.more')}</strong>
      <ul className="ex-lines">
        {review.additional.map((line) => (
          <li key={line.key}>{line[language]}</li>
        ))}
      </ul>
    </Notice>
  )
}

/** Everything at the first install; at an update what was granted before, so that new permissions are a choice. */
const firstGrant = (review: Review) => review.installed?.granted ?? review.requested

// Why an uploaded file is refused: for the operator, and the sentence for its author, which can be copied.
import { ApiError, Button, describeError, Modal, useLanguage, useText } from '@witverse/sdk'

/** The error if it is about a faulty file and has a sentence for its author; null otherwise. */
export function faultOf(error: unknown): ApiError | null {
  if (!(error instanceof ApiError) || error.code !== 'package_invalid') return null
  return authorText(error) ? error : null
}

const authorText = (error: ApiError) => error.fields.find(({ field }) => field === 'author')?.message

export function FaultDialog({ fault, onClose }: { fault: ApiError; onClose: () => void }) {
  const t = useText('extensions')
  const { language } = useLanguage()
  return (
    <Modal open onClose={onClose} title={t('fault.title')} description={describeError(fault, language)}>
      <section aria-label={t('fault.author')}>
        <h3 className="ex-heading">{t('fault.author')}</h3>
        <p lang="en">
          <code>{authorText(fault)}</code>
        </p>
      </section>
      <div className="wv-actions is-wide">
        <Button onClick={onClose}>{t('fault.close')}</Button>
      </div>
    </Modal>
  )
}

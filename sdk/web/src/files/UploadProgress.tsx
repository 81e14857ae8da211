// The state of an upload, with its actions.
import { describeError } from '@witverse/api-client'
import { useLanguage } from '../host/context'
import { usePartText } from '../text/usePartText'
import { Button } from '../ui/Button'
import { fileTexts } from './messages'
import type { Upload } from './useUpload'

export function UploadProgress({ upload }: { upload: Upload }) {
  const t = usePartText(fileTexts)
  const { language } = useLanguage()
  const { phase, name, progress } = upload
  if (phase === 'idle' || phase === 'ready') return null
  const percent = Math.floor(progress * 100)
  const isSending = phase === 'sending' || phase === 'waiting'
  return (
    <div className="wv-upload" data-phase={phase}>
      <p className="wv-upload-name">{name}</p>
      {phase === 'failed' ? (
        <p className="wv-upload-error" role="alert">
          {describeError(upload.error, language)}
        </p>
      ) : (
        <>
          <progress aria-label={t('progress', { name })} {...(isSending && { value: percent })} max={100} />
          <p className="wv-upload-state" role="status">
            {t(phase)} {isSending && <span aria-hidden="true">{t('percent', { value: percent })}</span>}
          </p>
        </>
      )}
      <div className="wv-actions">
        {phase === 'failed' && (
          <Button size="small" variant="secondary" onClick={upload.retry}>
            {t('retry')}
          </Button>
        )}
        <Button size="small" variant="quiet" aria-label={t('cancelNamed', { name })} onClick={upload.cancel}>
          {t('cancel')}
        </Button>
      </div>
    </div>
  )
}

import { classes, Icon, useText } from '@witverse/sdk'
import type { CaptchaState } from './useCaptcha'

export function CaptchaRow({ state, onRetry }: { state: CaptchaState; onRetry: () => void }) {
  const t = useText('shell')
  if (state === 'idle') return null
  return (
    <div className={classes('sh-captcha', `is-${state}`)} role="status">
      <span className="sh-captcha-light" aria-hidden="true">
        {state === 'solved' && <Icon name="check" size={14} />}
      </span>
      <span>{t(`captcha.${state}`)}</span>
      {state === 'failed' && (
        <button type="button" className="sh-link" onClick={onRetry}>
          {t('retry')}
        </button>
      )}
    </div>
  )
}

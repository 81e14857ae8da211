// Shows the current toast. Both live regions are always in the document, so that screen readers notice their content:
// a polite one for messages, an alert for errors. Errors have a close button, because they do not disappear.
import { useCurrentToast, useHost, useText } from '../host/context'
import type { ToastMessage } from '../host/types'
import { Icon } from './Icon'

export function Toaster() {
  const toast = useCurrentToast()
  const failed = toast?.tone === 'bad'
  return (
    <div className="wv-toaster">
      <div role="status" aria-live="polite">
        {toast && !failed && <Toast key={toast.id} toast={toast} />}
      </div>
      <div role="alert">{toast && failed && <Toast key={toast.id} toast={toast} />}</div>
    </div>
  )
}

function Toast({ toast }: { toast: ToastMessage }) {
  const t = useText('kit')
  const { hideToast } = useHost().actions
  return (
    <div className="wv-toast" data-tone={toast.tone}>
      {toast.tone !== 'plain' && <Icon name={toast.tone === 'good' ? 'check' : 'warning'} size={18} />}
      <span>{toast.text}</span>
      {toast.tone === 'bad' && (
        <button type="button" className="wv-toast-close" aria-label={t('close')} onClick={hideToast}>
          <Icon name="close" size={18} />
        </button>
      )}
    </div>
  )
}

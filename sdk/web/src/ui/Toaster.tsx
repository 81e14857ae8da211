// Shows the current toast. The live region is always there, so that screen readers notice its content.
import { useCurrentToast } from '../host/context'
import { Icon } from './Icon'

export function Toaster() {
  const toast = useCurrentToast()
  return (
    <div className="wv-toaster" role="status" aria-live="polite">
      {toast && (
        <div key={toast.id} className="wv-toast" data-tone={toast.tone}>
          {toast.tone !== 'plain' && <Icon name={toast.tone === 'good' ? 'check' : 'warning'} size={18} />}
          <span>{toast.text}</span>
        </div>
      )}
    </div>
  )
}

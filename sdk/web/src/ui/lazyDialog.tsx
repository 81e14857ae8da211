// A dialog whose code is loaded when it is first opened.
import { type ComponentType, lazy, Suspense, useState } from 'react'
import { useText } from '../host/context'
import { Button } from './Button'
import { ErrorBoundary } from './ErrorBoundary'
import { Modal } from './Modal'

interface Closable {
  onClose: () => void
}

/** Where it cannot be loaded, a dialog says so and tries again; the page below, with what was typed there, stays. */
export function lazyDialog<P extends Closable>(
  load: () => Promise<{ default: ComponentType<P> }>,
): ComponentType<P> {
  let Loaded = lazy(load)
  return function LazyDialog(props: P) {
    const [attempt, setAttempt] = useState(0)
    // A failed `lazy` stays failed.
    const forget = () => {
      Loaded = lazy(load)
    }
    const retry = () => {
      forget()
      setAttempt(attempt + 1)
    }
    const close = () => {
      forget()
      props.onClose()
    }
    return (
      <ErrorBoundary key={attempt} fallback={() => <NotLoaded onRetry={retry} onClose={close} />}>
        <Suspense fallback={null}>
          <Loaded {...props} />
        </Suspense>
      </ErrorBoundary>
    )
  }
}

function NotLoaded({ onRetry, onClose }: Closable & { onRetry: () => void }) {
  const t = useText('kit')
  return (
    <Modal open onClose={onClose} title={t('loadFailed')}>
      <div className="wv-actions is-wide">
        <Button variant="secondary" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button onClick={onRetry}>{t('retry')}</Button>
      </div>
    </Modal>
  )
}

// The error screen of the whole page. It uses plain links, because the router may have failed.
import { Button, NightLamp, useText } from '@witverse/sdk'

export function ServerErrorScreen() {
  const t = useText('shell')
  return (
    <div className="wv-page sh-screen" role="alert">
      <title>{`${t('screens.serverError')} · Witverse`}</title>
      <div className="wv-empty">
        <NightLamp />
        <h1 className="wv-empty-title">{t('screens.serverError')}</h1>
        <p className="wv-empty-text">{t('screens.serverErrorText')}</p>
        <div className="wv-empty-action">
          <Button onClick={() => location.assign('/')}>{t('screens.goHome')}</Button>
          <Button variant="secondary" onClick={() => location.reload()}>
            {t('screens.refresh')}
          </Button>
        </div>
      </div>
    </div>
  )
}

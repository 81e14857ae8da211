import { useText } from '@witverse/sdk'
import { Wordmark } from './Wordmark'

export function Footer() {
  const t = useText('shell')
  return (
    <footer className="sh-footer">
      <Wordmark />
      <span>{t('footer.line')}</span>
      <span className="sh-footer-rights">{t('footer.rights', { year: new Date().getFullYear() })}</span>
    </footer>
  )
}

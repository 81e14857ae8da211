import { useText } from '@witverse/sdk'
import { Link } from '@witverse/sdk/router'
import { Wordmark } from './Wordmark'

export function Footer() {
  const t = useText('shell')
  return (
    <footer className="sh-footer">
      <Wordmark />
      <span>{t('footer.line')}</span>
      <nav className="sh-footer-links" aria-label={t('footer.legal')}>
        {(['terms', 'nft-terms', 'privacy'] as const).map((name) => (
          <Link key={name} to={`/${name}`}>
            {t(`footer.${name}`)}
          </Link>
        ))}
      </nav>
      <span className="sh-footer-rights">{t('footer.rights', { year: new Date().getFullYear() })}</span>
    </footer>
  )
}

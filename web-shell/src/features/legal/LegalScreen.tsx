// A legal text with table of contents, version and date. Each text is in a file of its own.
import './legal.css'
import { useQuery } from '@tanstack/react-query'
import { formatDate, type Language, Loaded, Page, useLanguage, useText } from '@witverse/sdk'
import { Link, useLocation } from '@witverse/sdk/router'
import { useEffect } from 'react'
import { EDITIONS, type LegalDocument, type LegalName } from './document'

type Load = () => Promise<{ document: LegalDocument }>

export const DOCUMENTS: Record<LegalName, Record<Language, Load>> = {
  terms: { ko: () => import('./content/terms.ko'), en: () => import('./content/terms.en') },
  'nft-terms': { ko: () => import('./content/nft-terms.ko'), en: () => import('./content/nft-terms.en') },
  privacy: { ko: () => import('./content/privacy.ko'), en: () => import('./content/privacy.en') },
}

const NAMES = Object.keys(DOCUMENTS) as LegalName[]

export function LegalScreen() {
  const t = useText('shell-legal')
  const { language } = useLanguage()
  const { pathname, hash } = useLocation()
  const name = NAMES.find((one) => pathname === `/${one}`) ?? 'terms'
  const text = useQuery({
    queryKey: ['legal', name, language],
    queryFn: async () => (await DOCUMENTS[name][language]()).document,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const ready = text.isSuccess
  // The text loads after the navigation, so the section of the fragment is scrolled to here.
  useEffect(() => {
    if (ready && hash) document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [ready, hash])

  return (
    <Loaded query={text} title={t(`names.${name}`)}>
      {(document) => <Text name={name} document={document} />}
    </Loaded>
  )
}

function Text({ name, document: { title, intro, sections } }: { name: LegalName; document: LegalDocument }) {
  const t = useText('shell-legal')
  const { version, date } = EDITIONS[name]
  return (
    <Page title={title} className="lg-page">
      <header className="lg-head">
        <h1>{title}</h1>
        <p className="lg-edition">
          {t('edition', { version })} ·{' '}
          <time dateTime={date}>{t('since', { date: formatDate(`${date}T00:00`) })}</time>
        </p>
        <p className="lg-intro">{intro}</p>
      </header>
      <div className="lg-frame">
        <nav className="lg-contents" aria-label={t('contents')}>
          <h2>{t('contents')}</h2>
          <ol>
            {sections.map((section) => (
              <li key={section.id}>
                <a href={`#${section.id}`}>{section.title}</a>
              </li>
            ))}
          </ol>
          <h2>{t('others')}</h2>
          <ul>
            {NAMES.filter((one) => one !== name).map((one) => (
              <li key={one}>
                <Link to={`/${one}`}>{t(`names.${one}`)}</Link>
              </li>
            ))}
          </ul>
        </nav>
        <article className="lg-text">
          {sections.map((section) => (
            <section key={section.id} id={section.id} aria-labelledby={`${section.id}-title`}>
              <h2 id={`${section.id}-title`}>{section.title}</h2>
              {section.body.map((part, index) =>
                typeof part === 'string' ? (
                  <p key={index}>{part}</p>
                ) : (
                  <ul key={index}>
                    {part.map((point) => (
                      <li key={point}>{point}</li>
                    ))}
                  </ul>
                ),
              )}
            </section>
          ))}
        </article>
      </div>
    </Page>
  )
}
